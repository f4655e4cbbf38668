/// The batches in progress, with limits on their number.
final class StreamTable: Sendable {
    private struct State {
        var streams: [ObjectIdentifier: ItemStream] = [:]
        var counts: [HTTPPeer: Int] = [:]
        var isClosed = false
    }

    /// The value of Retry-After if there are too many batches, in seconds.
    static let retryAfterSeconds = 1

    private let maximum: Int
    private let maximumPerClient: Int
    private let state = Locked(State())

    /// Creates an empty table; a maximum per client of 0 means no limit.
    init(maximum: Int, maximumPerClient: Int) {
        self.maximum = maximum
        self.maximumPerClient = maximumPerClient
    }

    var count: Int { state.withLock { $0.streams.count } }

    var all: [ItemStream] { state.withLock { Array($0.streams.values) } }

    /// Adds a batch; returns a failure if a limit is reached.
    func admit(_ stream: ItemStream) -> HTTPFailure? {
        state.withLock { state in
            guard !state.isClosed, state.streams.count < maximum else {
                return .tooManyBatches(retryAfterSeconds: Self.retryAfterSeconds)
            }
            if maximumPerClient > 0, state.counts[stream.client, default: 0] >= maximumPerClient {
                return .tooManyBatchesFromAddress(retryAfterSeconds: Self.retryAfterSeconds)
            }
            state.streams[ObjectIdentifier(stream)] = stream
            state.counts[stream.client, default: 0] += 1
            return nil
        }
    }

    func remove(_ stream: ItemStream) {
        state.withLock { state in
            guard state.streams.removeValue(forKey: ObjectIdentifier(stream)) != nil else { return }
            let left = state.counts[stream.client, default: 1] - 1
            state.counts[stream.client] = left > 0 ? left : nil
        }
    }

    /// Aborts all batches and admits no more; returns the number of aborted ones.
    func close() -> Int {
        let streams = state.withLock { state in
            state.isClosed = true
            return Array(state.streams.values)
        }
        return streams.filter { $0.cut(.serverEnding) }.count
    }
}
