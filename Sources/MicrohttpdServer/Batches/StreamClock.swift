/// When the peer of a batch last did its part, in milliseconds of ``MonotonicClock``.
///
/// Its part is to bring items: bytes that neither end an item nor belong to one, such as empty lines, are no progress.
struct StreamClock {
    private let began: UInt64
    private var lastProgress: UInt64
    private var lastSent: UInt64
    private var itemBegan: UInt64?

    /// A batch whose head has arrived.
    init(now: UInt64) {
        (began, lastProgress, lastSent) = (now, now, now)
    }

    /// A piece of the body has arrived; it may end items, and end within one.
    mutating func received(now: UInt64, isWithinItem: Bool, endedItem: Bool) {
        if isWithinItem || endedItem { lastProgress = now }
        itemBegan = isWithinItem ? (endedItem ? now : itemBegan ?? now) : nil
    }

    /// Reading goes on after it was suspended, for which the peer is not to blame.
    mutating func resumed(now: UInt64) {
        lastProgress = now
        if itemBegan != nil { itemBegan = now }
    }

    /// The socket took bytes, or is given some after it had taken all.
    mutating func sent(now: UInt64) {
        lastSent = now
    }

    /// Whether a peer that is to send has had more time than it may have: a whole body, or a single item, has the time of a
    /// request; between items the peer may be silent as between requests.
    func isLate(now: UInt64, isByItem: Bool, idle: UInt64, request: UInt64) -> Bool {
        guard isByItem else { return Self.age(of: began, now) > request }
        return Self.age(of: max(lastProgress, lastSent), now) > idle
            || itemBegan.map { Self.age(of: $0, now) > request } ?? false
    }

    /// Whether a peer that is to read has had more time than it may have.
    func isStuck(now: UInt64, idle: UInt64) -> Bool {
        Self.age(of: lastSent, now) > idle
    }

    private static func age(of time: UInt64, _ now: UInt64) -> UInt64 {
        now > time ? now - time : 0
    }
}
