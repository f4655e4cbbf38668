/// A metric family of /metrics: its name, its labels and their values, its meaning, and how its samples are read.
///
/// /metrics and the table in Operations.md are written from ``all``.
package struct MetricFamily: Sendable {
    /// The types of families in the Prometheus exposition format.
    package enum Kind: String, Sendable { case counter, gauge, histogram }

    /// The name; that of a counter ends with `_total`.
    package let name: String
    /// The type.
    package let kind: Kind
    /// The meaning, in one sentence without markup.
    package let help: String
    /// The labels of all samples, in their order.
    package let labels: [MetricLabel]
    /// More about the meaning in Markdown, for the page only.
    package let details: String?
    let samples: @Sendable (MetricsSource) -> [MetricSample]

    /// Declares a family with a reading for each combination of label values.
    init<Value, Reading: MetricReading>(
        _ name: String,
        help: String,
        labels: MetricLabels<Value>,
        details: String? = nil,
        value: @escaping @Sendable (MetricsSource, Value) -> Reading
    ) {
        self.name = name
        kind = Reading.self == DurationCounts.self ? .histogram : name.hasSuffix("_total") ? .counter : .gauge
        self.help = help
        self.labels = labels.declarations
        self.details = details
        samples = { source in
            labels.combinations(source).flatMap { value(source, $0.value).samples($0.labels) }
        }
    }

    /// Declares a family with one sample.
    init(_ name: String, help: String, details: String? = nil, value: @escaping @Sendable (MetricsSource) -> Int) {
        self.init(name, help: help, labels: .none, details: details) { source, _ in value(source) }
    }

    /// Declares a family with one sample for each value of its only label.
    init(
        _ name: String,
        help: String,
        label: String,
        values: KeyValuePairs<String, @Sendable (MetricsSource) -> Int>,
        details: String? = nil
    ) {
        let labels = MetricLabels(label, Array(values), text: \.key)
        self.init(name, help: help, labels: labels, details: details) { $1.value($0) }
    }
}

extension MetricFamily {
    /// All families, in the order of /metrics and of the page.
    package static let all =
        decisions + decisionLog + forecast + policies + identities + caches + server + fetcher + evidence + process
}
