import TrustModel
import TrustService

/// The progress of a stream of decisions: what it has read, may send, and has skipped; without locks, clocks and threads.
///
/// Decisions are read in looks, a few each second. Each look reads the newest decisions first, so that the oldest are those for which there is no
/// time.
struct StreamProgress {
    /// The maximum number of decisions that are sent after one look, and the memory for them.
    static let (maximumBurst, maximumBytes) = (200, 256 << 10)
    /// The number of decisions that each look may send in addition, on average.
    static let usualRate = 50
    /// The time by which a decision can be stored after a later one, in seconds.
    private static let slack: Int64 = 60

    let filter: DecisionFilter
    /// The number of the first decision that was not looked for.
    private(set) var position: UInt64
    private(set) var skipped = SkippedDecisions()
    /// The number of decisions that may be sent.
    private var allowance = maximumBurst
    /// Whether nothing is sent after the present look.
    private var isPaused = false
    /// The decisions of the present look, the newest first.
    private var found: [DecisionReader.Numbered] = []
    /// The number below which the present look has not read; decisions between the numbers that it reads are not in memory any more.
    private var bound: UInt64 = 0
    /// Whether the last look found decisions for the stream, or did not read all.
    private(set) var isBusy = true
    /// Whether the present look has read all decisions since the last one.
    private(set) var isComplete = false

    /// Creates the progress of a stream that begins with the decision of a number.
    init(from position: UInt64, _ filter: DecisionFilter) {
        (self.position, self.filter) = (position, filter)
    }

    /// Begins a look at all decisions below a number, before which the stream is allowed to send some more.
    mutating func begin(before next: UInt64, allowing more: Int, isPaused: Bool) {
        allowance = min(allowance + more, Self.maximumBurst)
        (self.isPaused, bound, isComplete) = (isPaused, max(position, next), false)
    }

    /// Reads a part of the decisions, the newest first.
    mutating func read(_ part: [DecisionReader.Numbered]) {
        guard !isComplete, let oldest = part.last else { return }
        for numbered in part {
            // Each worker's part of the memory loses its oldest decisions by itself, so that others are missing above them.
            let above = max(position, numbered.number + 1)
            if bound > above { skipped.add(unread: bound - above) }
            bound = max(position, numbered.number)
            guard numbered.number >= position, filter.includes(numbered.decision) else { continue }
            if !isPaused, found.count < allowance { found.append(numbered) } else { skipped.add(numbered.decision) }
        }
        isComplete = oldest.number <= position || filter.endsBefore(oldest.decision, by: Self.slack)
    }

    /// Ends a look at all decisions below a number; returns the events to send, and the number of decisions in them.
    mutating func end(
        at next: UInt64,
        start: Instant,
        encodedBy encoder: DecisionEncoder
    ) -> (bytes: [UInt8], decisions: Int, skipped: Int) {
        if !isComplete { skipped.add(unread: bound - position) }
        position = max(position, next)
        isBusy = !found.isEmpty || !skipped.isEmpty
        guard !isPaused else { return ([], 0, 0) }
        let events = encoded(start: start, encodedBy: encoder)
        let lost = skipped
        var bytes: [UInt8] = []
        if !lost.isEmpty {
            let number = (events.last?.number ?? position) - 1
            bytes = StreamEvent.skipped.bytes(at: StreamPosition(start: start, number: number), lost.json)
            skipped = SkippedDecisions()
        }
        for event in events.reversed() { bytes += event.bytes }
        allowance -= events.count
        return (bytes, events.count, lost.count + Int(lost.unread))
    }

    /// Takes the decisions of the look, as events with their numbers, the newest first; the oldest are skipped if they are too long.
    private mutating func encoded(
        start: Instant,
        encodedBy encoder: DecisionEncoder
    ) -> [(number: UInt64, bytes: [UInt8])] {
        var events: [(number: UInt64, bytes: [UInt8])] = []
        var size = 0
        for (number, decision) in found {
            guard size < Self.maximumBytes else {
                skipped.add(decision)
                continue
            }
            var writer = JSONWriter()
            writer.object { encoder.write(decision, to: &$0) }
            let position = StreamPosition(start: start, number: number)
            let bytes = StreamEvent.decision.bytes(at: position, writer.bytes)
            size += bytes.count
            events.append((number, bytes))
        }
        found = []
        return events
    }
}
