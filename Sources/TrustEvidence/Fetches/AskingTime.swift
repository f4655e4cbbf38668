/// The time during which a location is asked: not while its request, or the repetition of it, waits for others.
struct AskingTime {
    private var ended: [Range<Int64>] = []
    private var begunAt: Int64?

    mutating func begin(at milliseconds: Int64) { begunAt = begunAt ?? milliseconds }

    /// Notes that the request has failed, and that its repetition has not begun.
    mutating func pause(at milliseconds: Int64) {
        guard let begin = begunAt else { return }
        ended.append(begin..<max(begin, milliseconds))
        begunAt = nil
    }

    /// Returns the part of the time from `start` until `now`, in milliseconds.
    func milliseconds(since start: Int64, until now: Int64) -> Int64 {
        let running = begunAt.map { [$0..<max($0, now)] } ?? []
        return (ended + running).reduce(0) { $0 + max(0, min($1.upperBound, now) - max($1.lowerBound, start)) }
    }
}
