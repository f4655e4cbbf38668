/// One sample of a metric family; the suffix is the end of its name in a histogram.
typealias MetricSample = (suffix: String, labels: MetricSampleLabels, value: any CustomStringConvertible)
typealias MetricSampleLabels = [(name: String, value: String)]

/// The state of a metric family for one combination of label values.
protocol MetricReading {
    func samples(_ labels: MetricSampleLabels) -> [MetricSample]
}

extension Int: MetricReading {
    func samples(_ labels: MetricSampleLabels) -> [MetricSample] { [("", labels, self)] }
}

extension Int?: MetricReading {
    func samples(_ labels: MetricSampleLabels) -> [MetricSample] { map { [("", labels, $0)] } ?? [] }
}

/// A distribution of durations over buckets, the last one without a bound.
struct DurationCounts: MetricReading {
    let counts: [Int]
    let bounds: [Int]
    let sum: Int
    let unitsPerSecond: Double

    func samples(_ labels: MetricSampleLabels) -> [MetricSample] {
        var count = 0
        let buckets = zip(bounds.map { "\(Double($0) / unitsPerSecond)" } + ["+Inf"], counts).map { bound, number in
            count += number
            return ("_bucket", labels + [("le", bound)], count) as MetricSample
        }
        return buckets + [("_sum", labels, Double(sum) / unitsPerSecond), ("_count", labels, count)]
    }
}
