/// The batches under way, of which there is a limited number.
final class StreamTable: Sendable {
    private struct State {
        var streams: [ObjectIdentifier: ItemStream] = [:]
        var isClosed = false
    }

    private let maximum: Int
    private let state = Locked(State())

    /// An empty table.
    init(maximum: Int) {
        self.maximum = maximum
    }

    /// How many batches are under way.
    var count: Int { state.withLock { $0.streams.count } }

    /// Every batch under way.
    var all: [ItemStream] { state.withLock { Array($0.streams.values) } }

    /// Takes a batch in; false where there are as many as there may be, or the server has ended.
    func admit(_ stream: ItemStream) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.streams.count < maximum else { return false }
            state.streams[ObjectIdentifier(stream)] = stream
            return true
        }
    }

    /// Lets go of a batch.
    func remove(_ stream: ItemStream) {
        state.withLock { $0.streams[ObjectIdentifier(stream)] = nil }
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
