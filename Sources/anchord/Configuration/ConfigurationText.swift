import StructuredDocuments
import TrustModel

/// Writes a configuration as YAML; ``ConfigurationReader`` reads it back to the same values.
enum ConfigurationText {
    static func effective(_ configuration: EffectiveConfiguration) -> String {
        let head = ["# The effective configuration of anchord \(Version.current), with the source of each value."]
        let keys = text(head, configuration.values) { key in
            Comment(before: [], after: "  # " + QuotedText.printable(configuration.source(of: key).description))
        }
        let sections = ConfigurationSection.all.flatMap { section in
            let source = QuotedText.printable(configuration.source(of: section).description)
            return section.value(configuration.values).map { lines(of: section, $0, source: source) } ?? []
        }
        return keys + sections.map { $0 + "\n" }.joined()
    }

    /// Returns all keys with their defaults and descriptions.
    static func example() -> String {
        let head = [
            "# The configuration of anchord: all keys with their defaults.",
            "#",
            "# anchord reads /etc/anchord/anchord.yaml, or the file named by --config or ANCHORD_CONFIG. Each key is also",
            "# an environment variable (ANCHORD_LIMITS_BODY_BYTES; list items are separated by commas) and a flag",
            "# (--limits-body-bytes; repeated for each list item). Flags override variables, which override the file.",
            "# Relative paths start at the working directory. `anchord serve --print-config` prints the effective values.",
        ]
        return text(head, Configuration()) { key in
            let value = "Values: \(key.expected). Default: \(plain(key.value(Configuration())))."
            return Comment(before: wrapped(key.help) + wrapped(value), after: "")
        } + ConfigurationSection.all.map(example).joined()
    }

    /// Returns the description of a section and an example, all as comments.
    private static func example(_ section: ConfigurationSection) -> String {
        let lines = wrapped(section.help) + ["Default: not set. Example:"] + section.example
        return "\n" + lines.map { "# \($0)\n" }.joined()
    }

    /// Returns a section with one line for each item.
    private static func lines(
        of section: ConfigurationSection,
        _ content: DocumentNode.Content,
        source: String
    ) -> [String] {
        let items =
            switch content {
            case .sequence(let nodes): nodes.map { "  - \(yaml($0.content))" }
            case .mapping(let entries): entries.map { "  \(key($0.key)): \(yaml($0.value.content))" }
            case .null, .bool, .number, .string: ["  \(yaml(content))"]
            }
        return ["\(section.name):  # \(source)"] + items
    }

    /// Returns a value on one line, for use in a sentence.
    static func plain(_ content: DocumentNode.Content) -> String {
        switch content {
        case .null: "none"
        case .bool(let flag): String(flag)
        case .number(let text), .string(let text): text
        case .sequence(let nodes) where nodes.isEmpty: "none"
        case .sequence(let nodes): nodes.map { plain($0.content) }.joined(separator: ", ")
        case .mapping(let entries): entries.map(\.key).joined(separator: ", ")
        }
    }

    private struct Comment {
        let before: [String]
        let after: String
    }

    private static func text(
        _ head: [String],
        _ configuration: Configuration,
        comment: (ConfigurationKey) -> Comment
    ) -> String {
        var lines = head
        var group: String?
        for key in ConfigurationKey.all {
            let comment = comment(key)
            let isFirst = key.group != nil && key.group != group
            if !comment.before.isEmpty, isFirst || key.group == nil { lines.append("") }
            if let group = key.group, isFirst { lines.append("\(group):") }
            group = key.group
            let indent = key.group == nil ? "" : "  "
            lines += comment.before.map { "\(indent)# \($0)" }
            lines.append("\(indent)\(key.name): \(yaml(key.value(configuration)))\(comment.after)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a value on one line.
    static func yaml(_ content: DocumentNode.Content) -> String {
        switch content {
        case .null: "null"
        case .bool(let flag): String(flag)
        case .number(let text): text
        case .string(let text): isPlain(text) ? text : quoted(text)
        case .sequence(let nodes): "[" + nodes.map { yaml($0.content) }.joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\(key($0.key)): \(yaml($0.value.content))" }.joined(separator: ", ") + "}"
        }
    }

    private static func key(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

    /// Returns whether YAML reads the text, without quotes, as the same string.
    private static func isPlain(_ text: String) -> Bool {
        let isHarmless = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "/._-".utf8.contains(byte)
        }
        return isHarmless && !text.hasPrefix("-")
            && (try? YAMLDocument.parse(Array(text.utf8)))?.content == .string(text)
    }

    private static func quoted(_ text: String) -> String {
        let characters = text.unicodeScalars.map { scalar in
            switch scalar {
            case _ where VisibleText.isControl(scalar): escape(scalar)
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\u{20}"..."\u{7E}", "\u{A0}"..."\u{2027}", "\u{202A}"..."\u{D7FF}", "\u{E000}"..."\u{FEFE}":
                String(scalar)
            default: escape(scalar)
            }
        }
        return "\"" + characters.joined() + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// Wraps text to lines of at most 110 characters.
    private static func wrapped(_ text: String) -> [String] {
        text.split(separator: " ").reduce(into: [""]) { lines, word in
            let last = lines.endIndex - 1
            if lines[last].count + word.count > 109 {
                lines.append(String(word))
            } else {
                lines[last] += lines[last].isEmpty ? String(word) : " \(word)"
            }
        }
    }
}
