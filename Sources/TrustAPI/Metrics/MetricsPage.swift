import StructuredDocuments

/// Builds text in the Prometheus exposition format, version 0.0.4.
struct MetricsPage {
    private(set) var text = ""

    mutating func write(_ family: MetricFamily, from source: MetricsSource) {
        text += "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(family.kind.rawValue)\n"
        for sample in family.samples(source) {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += family.name + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " \(sample.value)\n"
        }
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
