/// A label of a metric family.
package struct MetricLabel: Sendable {
    /// The name.
    package let name: String
    /// All possible values; nil if they depend on the configuration, the requests or the policies.
    package let values: [String]?
    /// The possible values in Markdown; nil if the page lists ``values``.
    package let description: String?
}

/// The labels of a metric family, and the combinations of values for which it can have samples.
struct MetricLabels<Value>: Sendable {
    let declarations: [MetricLabel]
    /// Returns the combinations in the order of the samples.
    let combinations: @Sendable (MetricsSource) -> [(value: Value, labels: MetricSampleLabels)]
}

extension MetricLabels where Value: Sendable {
    /// Declares a label whose values depend on the configuration, the requests or the policies.
    init(
        _ name: String,
        description: String,
        text: @escaping @Sendable (Value) -> String,
        values: @escaping @Sendable (MetricsSource) -> [Value]
    ) {
        declarations = [MetricLabel(name: name, values: nil, description: description)]
        combinations = { values($0).map { ($0, [(name, text($0))]) } }
    }

    /// Declares a label with a closed list of values; `description` replaces a list that is too long for the page.
    init(_ name: String, _ values: [Value], description: String? = nil, text: (Value) -> String) {
        let combinations = values.map { (value: $0, labels: [(name: name, value: text($0))]) }
        declarations = [MetricLabel(name: name, values: values.map(text), description: description)]
        self.combinations = { _ in combinations }
    }

    /// Declares a label with the cases of an enumeration.
    init(_ name: String, _: Value.Type, description: String? = nil)
    where Value: CaseIterable & RawRepresentable<String> {
        self.init(name, Array(Value.allCases), description: description, text: \.rawValue)
    }

    /// Combines each value of the first labels with each value of the second.
    init<First, Second>(_ first: MetricLabels<First>, _ second: MetricLabels<Second>) where Value == (First, Second) {
        declarations = first.declarations + second.declarations
        combinations = { source in
            let seconds = second.combinations(source)
            return first.combinations(source).flatMap { first in
                seconds.map { ((first.value, $0.value), first.labels + $0.labels) }
            }
        }
    }
}

extension MetricLabels<Void> {
    static let none = MetricLabels(declarations: []) { _ in [((), [])] }
}
