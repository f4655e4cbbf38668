import Synchronization
import TrustModel
import TrustService

/// Makes a forecast from time to time, outside of requests, for the numbers in the status and the metrics.
package final class ForecastRounds: Sendable {
    private struct State {
        var counts: ForecastCounts?
        /// The beginning of the last round; nil before the first one.
        var begin: Instant?
        var isRunning = false
    }

    /// The time between two rounds, in seconds.
    static let interval: Int64 = 600

    /// The place of the one forecast that is being made, also for a request.
    let place = ForecastPlace()
    private let state = Mutex(State())

    /// Creates rounds of which none was made.
    package init() {}

    /// The numbers of the last round; nil before its end.
    var counts: ForecastCounts? { state.withLock { $0.counts } }

    /// Whether a round is being made.
    package var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Begins a round if one is due, and if the memory of decisions has their questions.
    package func update(_ context: APIContext) {
        guard let memory = context.decisionMemory, context.evaluations.decisions.recordsInputs else { return }
        let now = context.now().instant
        guard isDue(at: now), place.take() else { return }
        state.withLock { ($0.begin, $0.isRunning) = (now, true) }
        Task.detached(priority: .background) { [self] in
            var forecast = DecisionForecast(from: now, until: now.adding(seconds: Int64(ForecastCounts.days) * 86400))
            await forecast.add(memory, context)
            place.leave()
            let counts = forecast.counts
            state.withLock { ($0.counts, $0.isRunning) = (counts, false) }
        }
    }

    /// Whether the last round began long enough ago; the clock may have been set back since.
    private func isDue(at now: Instant) -> Bool {
        guard let begin = state.withLock({ $0.begin }) else { return true }
        return now < begin || now >= begin.adding(seconds: Self.interval)
    }
}
