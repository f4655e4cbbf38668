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
    /// The lowest number that the present look has read.
    private var lowest: UInt64?
    /// Whether the present look has read all decisions since the last one.
    private(set) var isComplete = false

    /// Creates the progress of a stream that begins with the decision of a number.
    init(from position: UInt64, _ filter: DecisionFilter) {
        (self.position, self.filter) = (position, filter)
    }

    /// Begins a look, before which the stream is allowed to send some more decisions.
    mutating func begin(allowing more: Int, isPaused: Bool) {
        allowance = min(allowance + more, Self.maximumBurst)
        (self.isPaused, lowest, isComplete) = (isPaused, nil, false)
    }

    /// Reads a part of the decisions, the newest first.
    mutating func read(_ part: [DecisionReader.Numbered]) {
        guard !isComplete, let oldest = part.last else { return }
        for numbered in part where numbered.number >= position && filter.includes(numbered.decision) {
            if !isPaused, found.count < allowance { found.append(numbered) } else { skipped.add(numbered.decision) }
        }
        lowest = oldest.number
        isComplete = oldest.number <= position || filter.endsBefore(oldest.decision, by: Self.slack)
    }

    /// Ends a look at all decisions below a number; returns the events to send, and the number of decisions in them.
    mutating func end(
        at next: UInt64,
        start: Instant,
        encodedBy encoder: DecisionEncoder
    ) -> (bytes: [UInt8], decisions: Int, skipped: Int) {
        if !isComplete { skipped.add(unread: max(position, lowest ?? next) - position) }
        position = max(position, next)
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
