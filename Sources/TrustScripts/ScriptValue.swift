/// A value that a script can read.
indirect enum ScriptValue {
    case absent
    case flag(Bool)
    case integer(Int64)
    case text(String)
    case list([ScriptValue])
    /// Entries in the order of the documentation, with unique keys.
    case map([(key: String, value: ScriptValue)])
    /// An object whose fields are read on demand.
    case object(Int)

    static func texts(_ texts: some Sequence<String>) -> ScriptValue { .list(texts.map { .text($0) }) }

    static func number(_ value: Int?) -> ScriptValue { value.map { .integer(Int64($0)) } ?? .absent }
}

/// The JSON text, for traces.
extension ScriptValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .absent: "null"
        case .flag(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .text(let text): Self.quoted(text)
        case .list(let items): "[" + items.map(\.description).joined(separator: ", ") + "]"
        case .map(let entries):
            "{" + entries.map { Self.quoted($0.key) + ": " + $0.value.description }.joined(separator: ", ") + "}"
        case .object: "{…}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
