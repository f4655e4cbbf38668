/// The times at which a batch last made progress, in milliseconds of ``ServerClock``.
///
/// Only items are considered progress: bytes between items, such as empty lines, do not extend a timeout.
struct StreamClock {
    private let began: UInt64
    private var lastProgress: UInt64
    private var lastSent: UInt64
    private var itemBegan: UInt64?

    /// Starts the clock when the head of a batch is received.
    init(now: UInt64) {
        (began, lastProgress, lastSent) = (now, now, now)
    }

    mutating func received(now: UInt64, isWithinItem: Bool, endedItem: Bool) {
        if isWithinItem || endedItem { lastProgress = now }
        itemBegan = isWithinItem ? (endedItem ? now : itemBegan ?? now) : nil
    }

    /// Restarts the timeouts for receiving when suspended reading is resumed.
    mutating func resumed(now: UInt64) {
        lastProgress = now
        if itemBegan != nil { itemBegan = now }
    }

    /// Records that the socket accepted bytes, or that sending started.
    mutating func sent(now: UInt64) {
        lastSent = now
    }

    /// Whether the client has exceeded a timeout for sending.
    ///
    /// The request timeout applies to each item if items are answered early, otherwise to the whole body. The idle
    /// timeout applies between items.
    func isLate(now: UInt64, isByItem: Bool, idle: UInt64, request: UInt64) -> Bool {
        guard isByItem else { return Self.age(of: began, now) > request }
        return Self.age(of: max(lastProgress, lastSent), now) > idle
            || itemBegan.map { Self.age(of: $0, now) > request } ?? false
    }

    /// Whether the client has taken too long to read the response.
    func isStuck(now: UInt64, idle: UInt64) -> Bool {
        Self.age(of: lastSent, now) > idle
    }

    private static func age(of time: UInt64, _ now: UInt64) -> UInt64 {
        now > time ? now - time : 0
    }
}
