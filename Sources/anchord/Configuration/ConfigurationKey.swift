import StructuredDocuments

/// A configuration key: its names, its value format, and the setting it controls.
///
/// The names in configuration files, environment variables, flags and `--print-config` all derive from the key.
struct ConfigurationKey: Sendable {
    /// The key's name in a file, such as `bodyBytes`.
    let name: String
    /// The mapping that contains the key, such as `limits`; nil for a top-level key.
    let group: String?
    /// The flag without leading dashes, such as `limits-body-bytes`; stored, because startup reads it often.
    let flagName: String
    /// The description of the setting, one or two sentences.
    let help: String
    /// More about the setting in Markdown, for its page only: links, and what readers of a help text can do without.
    let details: String?
    let expected: String
    let placeholder: String
    let isList: Bool
    let node: @Sendable (String) -> DocumentNode.Content
    /// Assigns a value to its setting; returns false, after adding an issue, if the value is invalid.
    let read: @Sendable (DocumentValue, inout Configuration) -> Bool
    let value: @Sendable (Configuration) -> DocumentNode.Content

    init<Value>(
        _ path: String,
        _ setting: any WritableKeyPath<Configuration, Value> & Sendable,
        _ format: ValueFormat<Value>,
        help: String,
        details: String? = nil
    ) {
        let parts = path.split(separator: ".").map(String.init)
        name = parts.last ?? path
        group = parts.count > 1 ? parts.first : nil
        flagName = Self.words(of: path, dividedBy: "-")
        self.help = help
        self.details = details
        expected = format.expected
        placeholder = format.placeholder
        isList = format.isList
        node = format.node
        read = { value, configuration in
            guard let read = format.read(value) else { return false }
            configuration[keyPath: setting] = read
            return true
        }
        value = { format.write($0[keyPath: setting]) }
    }

    /// The full name of the key, such as `limits.bodyBytes`.
    var path: String { group.map { "\($0).\(name)" } ?? name }

    /// The name of the environment variable, such as `ANCHORD_LIMITS_BODY_BYTES`.
    var environmentName: String { Self.environmentName(of: path) }

    static func environmentName(of path: String) -> String {
        "ANCHORD_" + words(of: path, dividedBy: "_").uppercased()
    }

    /// Returns the words of a path, which is ASCII, in lower case.
    private static func words(of path: String, dividedBy divider: Unicode.Scalar) -> String {
        var words: [UInt8] = []
        for byte in path.utf8 {
            let lowercase = byte.lowercasedASCII
            if byte == UInt8(ascii: ".") || byte != lowercase { words.append(UInt8(ascii: divider)) }
            if byte != UInt8(ascii: ".") { words.append(lowercase) }
        }
        return String(decoding: words, as: UTF8.self)
    }
}
