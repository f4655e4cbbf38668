/// The batches under way, of which there is a limited number.
final class StreamTable: Sendable {
    private struct State {
        var streams: [ObjectIdentifier: ItemStream] = [:]
        var counts: [HTTPPeer: Int] = [:]
        var isClosed = false
    }

    /// How long a client is told to wait when there are too many batches, in seconds.
    static let retryAfterSeconds = 1

    private let maximum: Int
    private let maximumPerClient: Int
    private let state = Locked(State())

    /// An empty table; 0 for a client's maximum means no limit.
    init(maximum: Int, maximumPerClient: Int) {
        self.maximum = maximum
        self.maximumPerClient = maximumPerClient
    }

    /// How many batches are under way.
    var count: Int { state.withLock { $0.streams.count } }

    /// Every batch under way.
    var all: [ItemStream] { state.withLock { Array($0.streams.values) } }

    /// Takes a batch in, or says why not.
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

    /// Lets go of a batch; nothing happens when it is gone already.
    func remove(_ stream: ItemStream) {
        state.withLock { state in
            guard state.streams.removeValue(forKey: ObjectIdentifier(stream)) != nil else { return }
            let left = state.counts[stream.client, default: 1] - 1
            state.counts[stream.client] = left > 0 ? left : nil
        }
    }

    /// Cuts every batch under way and takes no more; how many were cut.
    func close() -> Int {
        let streams = state.withLock { state in
            state.isClosed = true
            return Array(state.streams.values)
        }
        return streams.filter { $0.cut(.serverEnding) }.count
    }
}
