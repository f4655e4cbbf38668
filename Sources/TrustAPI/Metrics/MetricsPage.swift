import StructuredDocuments

/// Builds text in the Prometheus exposition format, version 0.0.4.
struct MetricsPage {
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    private(set) var text = ""

    /// Begins a metric family; its samples must follow.
    mutating func family(_ name: String, _ kind: Kind, help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ labels: [(String, String)], value: some CustomStringConvertible) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0)=\"\(Self.escaped($1))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(value)\n"
    }

    /// Writes a metric family with one sample and no labels.
    mutating func single(_ name: String, _ kind: Kind, help: String, value: Int) {
        family(name, kind, help: help)
        sample(name, [], value: value)
    }

    /// Escapes quotes and backslashes, and shows control characters as escapes.
    ///
    /// Compares Unicode scalars: a quote with a combining mark is another character, but ends the label value.
    private static func escaped(_ value: String) -> String {
        QuotedText.printable(value).unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "\\" || scalar == "\"" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
    }
}
