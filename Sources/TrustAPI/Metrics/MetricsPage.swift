/// Builds text in the Prometheus exposition format, version 0.0.4.
struct MetricsPage {
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    private(set) var text = ""

    /// Begins a metric family; its samples must follow.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ labels: [(String, String)], _ value: some CustomStringConvertible) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0)=\"\(Self.escaped($1))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(value)\n"
    }

    /// Writes a metric family with one sample and no labels.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        family(name, kind, help)
        sample(name, [], value)
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}
