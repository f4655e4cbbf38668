import StructuredDocuments

/// One key of the configuration: its names, its values, and the setting that it stands for.
///
/// Files, environment variables, flags, `--print-config` and the documentation all come from these.
struct ConfigurationKey: Sendable {
    /// The key's name in a file, such as `bodyBytes`.
    let name: String
    /// The mapping that the key stands in, such as `limits`; nil at the top.
    let group: String?
    /// What the setting does, one or two sentences.
    let help: String
    /// What a value is: kind, unit and range.
    let expected: String
    /// A word for a value, for the usage of flags.
    let placeholder: String
    let isList: Bool
    /// What the text of a flag or a variable means, as a document would say it.
    let node: @Sendable (String) -> DocumentNode.Content
    /// Reads a value into its setting; false after an issue was added.
    let read: @Sendable (DocumentValue, inout Configuration) -> Bool
    /// The setting's value as a document says it.
    let value: @Sendable (Configuration) -> DocumentNode.Content

    init<Value>(
        _ path: String,
        _ setting: any WritableKeyPath<Configuration, Value> & Sendable,
        _ format: ValueFormat<Value>,
        help: String
    ) {
        let parts = path.split(separator: ".").map(String.init)
        name = parts.last ?? path
        group = parts.count > 1 ? parts.first : nil
        self.help = help
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

    /// The place in a document, such as `limits.bodyBytes`.
    var path: String { group.map { "\($0).\(name)" } ?? name }

    /// The environment variable, such as `ANCHORD_LIMITS_BODY_BYTES`.
    var environmentName: String { Self.environmentName(of: path) }

    /// The flag without its dashes, such as `limits-body-bytes`.
    var flagName: String { Self.words(of: path).joined(separator: "-") }

    /// The environment variable of a key or a group.
    static func environmentName(of path: String) -> String {
        "ANCHORD_" + words(of: path).map { $0.uppercased() }.joined(separator: "_")
    }

    private static func words(of path: String) -> [String] {
        path.reduce(into: [""]) { words, character in
            if character == "." || character.isUppercase { words.append("") }
            if character != "." { words[words.endIndex - 1] += character.lowercased() }
        }
    }
}
