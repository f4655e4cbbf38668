import TrustAPI

/// The table of metrics in Operations.md, written from their declarations in the order of ``MetricFamily/all``.
enum MetricsDocument {
    /// The rows of the table, with its head.
    static var families: String {
        let rows = MetricFamily.all.map { family in
            let meaning = [family.help, family.details].compactMap(\.self).joined(separator: " ")
            let labels = family.labels.map { "`\($0.name)`: \(values(of: $0))" }.joined(separator: "; ")
            return "| `\(family.name)` | \(family.kind.rawValue) | \(labels) | \(meaning) |\n"
        }
        return "| family | type | labels | meaning |\n|---|---|---|---|\n" + rows.joined()
    }

    private static func values(of label: MetricLabel) -> String {
        label.description ?? (label.values ?? []).map { "`\($0)`" }.joined(separator: ", ")
    }
}
