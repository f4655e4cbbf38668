import Synchronization
import SystemThreads
import TrustModel
import TrustService

/// Makes a forecast from time to time, outside of requests, for the numbers in the status and the metrics.
package final class ForecastRounds: Sendable {
    private struct State {
        var counts: ForecastCounts?
        /// The beginning of the last round; nil before the first one.
        var begin: Instant?
        /// The round that is being made, and the semaphore that it signals at its end.
        var round: (task: Task<Void, Never>, end: Semaphore)?
        var isStopped = false
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
    package var isRunning: Bool { state.withLock { $0.round != nil } }

    /// Begins a round if one is due, and if the memory of decisions has their questions.
    package func update(_ context: APIContext) {
        guard let memory = context.decisionMemory, context.evaluations.decisions.recordsInputs else { return }
        let now = context.now().instant
        guard isDue(at: now), place.take() else { return }
        let end = Semaphore()
        // The round ends only after it is in the state.
        state.withLock { state in
            state.begin = now
            let task = Task.detached(priority: .background) { [self] in
                var forecast = DecisionForecast(
                    from: now,
                    until: now.adding(seconds: Int64(ForecastCounts.days) * 86400)
                )
                await forecast.add(memory, context)
                finish(Task.isCancelled ? nil : forecast.counts)
                end.signal()
            }
            state.round = (task, end)
        }
    }

    private func finish(_ counts: ForecastCounts?) {
        place.leave()
        state.withLock { ($0.counts, $0.round) = (counts ?? $0.counts, nil) }
    }

    /// Begins no more rounds, and cancels the one that is being made; returns false if it did not end within a time.
    package func stop(within time: Duration) -> Bool {
        let round = state.withLock { state in
            state.isStopped = true
            return state.round
        }
        guard let round else { return true }
        round.task.cancel()
        return round.end.wait(for: time)
    }

    /// Whether the last round began long enough ago; the clock may have been set back since.
    private func isDue(at now: Instant) -> Bool {
        let (last, isStopped) = state.withLock { ($0.begin, $0.isStopped) }
        guard !isStopped else { return false }
        guard let begin = last else { return true }
        return now < begin || now >= begin.adding(seconds: Self.interval)
    }
}
