extension ItemStream {
    /// The wait of an item's task.
    struct ItemWait {
        /// The time at which the item is answered with an error, in milliseconds of ``ServerClock``.
        let deadline: UInt64
        /// The memory that the item keeps, in bytes.
        let heldBytes: Int
    }

    /// The state that the threads of a stream share.
    struct State {
        var splitter: any HTTPItemSplitter
        var window: ItemWindow
        var output = StreamOutput()
        /// Buffered answers, which libmicrohttpd sends if they are the whole response.
        var held: [UInt8] = []
        /// The revision of the rules under which the buffered answers are; nil if no answer depends on rules.
        var heldRevision: UInt64?
        var hasFirstAnswer = false
        var hasLastAnswer = false
        var hasAllItems = false
        var suspension: SuspendedConnection?
        var end: HTTPBatchEnd?
        var refusal: HTTPResponse?
        var clock: StreamClock
        /// The tasks that answer items, by position.
        var tasks: [Int: Task<Void, Never>] = [:]
        /// The items that wait, by position.
        var waits: [Int: ItemWait] = [:]
        /// The memory of the items that wait, in bytes.
        var waitingBytes = 0
        /// The number of items that are being answered or wait.
        var active = 0
        /// The positions of the items that found no place to wait, and are evaluated again after another item.
        var deferred = FIFOQueue<Int>()
        let lease: BufferLease

        var heldBytes: Int { splitter.heldBytes + window.heldBytes + held.capacity + output.heldBytes + waitingBytes }

        /// Ends the wait of an item; returns false if it has been ended before.
        mutating func endWait(at position: Int) -> Bool {
            guard let wait = waits.removeValue(forKey: position) else { return false }
            waitingBytes -= wait.heldBytes
            return true
        }
    }
}
