import StructuredDocuments

/// Writes configurations as YAML that ``ConfigurationReader`` reads back to the same values.
enum ConfigurationText {
    /// The configuration in effect, each value with where it came from.
    static func effective(_ configuration: EffectiveConfiguration) -> String {
        let head = ["# The configuration of anchord \(Version.current): flag over environment over file over default."]
        return text(head, configuration.values) { key in
            Comment(before: [], after: "  # " + QuotedText.printable(configuration.source(of: key).description))
        }
    }

    /// Every key at its default, explained.
    static func example() -> String {
        let head = [
            "# The configuration of anchord: every key, at its default.",
            "#",
            "# anchord reads /etc/anchord/anchord.yaml, or the file that --config or ANCHORD_CONFIG names. Every key is",
            "# also an environment variable (ANCHORD_LIMITS_BODY_BYTES; commas between the items of a list) and a flag",
            "# (--limits-body-bytes; lists: once an item). A flag counts over the environment, that over the file.",
            "# Relative paths begin at the working directory. `anchord serve --print-config` shows what is in effect.",
        ]
        return text(head, Configuration()) { key in
            let value = "Values: \(key.expected). Default: \(plain(key.value(Configuration())))."
            return Comment(before: wrapped(key.help) + wrapped(value), after: "")
        }
    }

    /// A value on one line, for a sentence.
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

    private static func yaml(_ content: DocumentNode.Content) -> String {
        switch content {
        case .null: "null"
        case .bool(let flag): String(flag)
        case .number(let text): text
        case .string(let text): isPlain(text) ? text : quoted(text)
        case .sequence(let nodes): "[" + nodes.map { yaml($0.content) }.joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\(quoted($0.key)): \(yaml($0.value.content))" }.joined(separator: ", ") + "}"
        }
    }

    /// Whether a text means itself without quotes.
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

    /// Text in lines of at most 110 characters.
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
