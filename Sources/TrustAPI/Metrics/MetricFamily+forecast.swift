import TrustModel
import TrustService

extension MetricFamily {
    /// The forecast for the questions of the last decisions.
    static let forecast = [
        MetricFamily(
            "anchord_forecast_ends",
            help: "Questions of the last decisions that are no longer allowed from a day on, by day and cause.",
            labels: MetricLabels(days, causes),
            details:
                "As all metrics of the forecast, only with `decisions.record: inputs`. See <doc:API#Last-decisions>."
        ) { source, labels in source.forecast?.ends[ForecastCounts.Day(number: labels.0, cause: labels.1)] },
        MetricFamily("anchord_forecast_questions", help: "Questions in the forecast.", labels: .none) { source, _ in
            source.forecast?.questions
        },
        MetricFamily("anchord_forecast_timestamp_seconds", help: "The time of the forecast.", labels: .none) {
            source,
            _ in
            source.forecast.map { Int($0.time.secondsSince1970) }
        },
    ]

    private static var days: MetricLabels<Int> {
        MetricLabels("day", Array(0..<ForecastCounts.days), description: "the number of days since the forecast") {
            String($0)
        }
    }

    private static var causes: MetricLabels<ForecastCause> { MetricLabels("cause", ForecastCause.self) }
}
