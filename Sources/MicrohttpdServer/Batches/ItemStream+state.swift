extension ItemStream {
    /// An item that is answered later.
    struct LaterItem {
        let abandonment: HTTPAbandonment
        /// The time at which the item is answered with an error, in milliseconds of ``MonotonicClock``.
        let deadline: UInt64
        /// The place among all requests and items that wait; nil if the item needs none.
        let place: WaitingPlace?
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
        var hasFirstAnswer = false
        var hasLastAnswer = false
        var hasAllItems = false
        var suspension: SuspendedConnection?
        var end: HTTPBatchEnd?
        var refusal: HTTPResponse?
        var clock = StreamClock(now: MonotonicClock.milliseconds)
        /// The items that are answered later, by position.
        var later: [Int: LaterItem] = [:]
        /// The memory of the items that are answered later, in bytes.
        var laterBytes = 0
        /// The number of items that are being answered or wait.
        var active = 0
        /// The positions of the items that found no place to wait, and are evaluated again after another item.
        var deferred = FIFOQueue<Int>()
        let lease: BufferLease

        var heldBytes: Int { splitter.heldBytes + window.heldBytes + held.capacity + output.heldBytes + laterBytes }

        /// Removes and returns an item that is answered later; nil if it no longer is.
        mutating func takeLater(_ position: Int) -> LaterItem? {
            guard let item = later.removeValue(forKey: position) else { return nil }
            laterBytes -= item.heldBytes
            return item
        }
    }
}
