import FetchProtocol
import Synchronization

/// The state that callers and the client's thread share.
final class FetcherMailbox: Sendable {
    enum Command: Sendable {
        case fetch(FetchRequest, since: SuspendingClock.Instant, FetchBeginning, FetchCallback)
        case cancel(UInt64)
    }

    /// The result of posting a fetch.
    enum Posted {
        /// Nothing: the thread receives it.
        case accepted(id: UInt64)
        case refused(FetchOutcome)
    }

    private struct State {
        var commands: [Command] = []
        var isStopping = false
        var nextID: UInt64 = 1
        /// The number of fetches that were posted and have not left the table.
        var outstanding = 0
        /// The bytes of requests that were posted and not sent.
        var requestBytes = 0
        var figures = FetcherFigures()
    }

    private let limits: FetcherClientLimits
    private let state = Mutex(State())

    init(_ limits: FetcherClientLimits) { self.limits = limits }

    /// Adds a fetch, whose number is assigned here.
    func post(
        _ request: FetchRequest,
        since now: SuspendingClock.Instant,
        onBegin: @escaping FetchBeginning,
        onEnd callback: @escaping FetchCallback
    ) -> Posted {
        state.withLock { state in
            guard !state.isStopping else { return .refused(.unavailable(why: "the daemon is stopping")) }
            let bytes = state.requestBytes + FetchTable.cost(of: request)
            guard state.outstanding < limits.outstanding, bytes <= limits.requestBytes else {
                let detail = "\(state.outstanding) fetches with \(state.requestBytes) unsent bytes are outstanding"
                return .refused(.failure(FetchFailure(id: 0, code: .overloaded, detail: detail, milliseconds: 0)))
            }
            var request = request
            request.id = state.nextID
            state.nextID += 1
            state.outstanding += 1
            state.requestBytes = bytes
            state.commands.append(.fetch(request, since: now, onBegin, callback))
            return .accepted(id: request.id)
        }
    }

    func cancel(_ id: UInt64) {
        state.withLock { $0.commands.append(.cancel(id)) }
    }

    func stop() {
        state.withLock { $0.isStopping = true }
    }

    /// Returns what was posted since the last call.
    func take() -> (commands: [Command], isStopping: Bool) {
        state.withLock { state in
            defer { state.commands = [] }
            return (state.commands, state.isStopping)
        }
    }

    /// Counts outcomes and fetches that have left the table.
    func count(_ outcomes: [FetchOutcome], removed: Int) {
        state.withLock { state in
            for outcome in outcomes { state.figures.outcomes[outcome.code, default: 0] += 1 }
            state.outstanding -= removed
        }
    }

    /// Replaces the number of bytes of unsent requests, and adds bytes that were exchanged.
    ///
    /// Requests that were posted in the meantime are charged in addition.
    func update(unsent: Int, sent: Int, received: Int) {
        state.withLock { state in
            state.requestBytes = state.commands.reduce(unsent) { sum, command in
                if case .fetch(let request, _, _, _) = command { sum + FetchTable.cost(of: request) } else { sum }
            }
            state.figures.sentBytes += sent
            state.figures.receivedBytes += received
        }
    }

    func update(_ new: FetcherState, isRestart: Bool = false) {
        state.withLock { state in
            state.figures.state = new
            if isRestart { state.figures.restarts += 1 }
        }
    }

    var figures: FetcherFigures {
        state.withLock { state in
            var figures = state.figures
            figures.outstanding = state.outstanding
            return figures
        }
    }
}
