/// Follows the lines of a log in their order, and finds out which decisions are missing.
///
/// Each number follows the one before, or a mark explains the difference. Only the beginning may be missing, since the oldest files are
/// removed.
package struct NumberCheck: Sendable {
    /// A fact about the lines at a place.
    package struct Finding: Sendable, Equatable {
        /// The kinds of findings.
        package enum Kind: Sendable, Equatable {
            /// An incomplete line where a process may have ended, which is not an error.
            case incomplete
            /// A line that cannot be read.
            case damage
            /// A number that does not follow the one before.
            case number
        }

        /// The kind.
        package let kind: Kind
        /// The place.
        package let place: LinePlace
        /// The fact, as a clause.
        package let text: String
    }

    /// The number of runs.
    package private(set) var runs = 0
    /// The number of decisions.
    package private(set) var decisions: UInt64 = 0
    /// The number of decisions that were dropped.
    package private(set) var dropped: UInt64 = 0
    /// The number of decisions that the disk may not have.
    package private(set) var unflushed: UInt64 = 0

    private var run: String?
    /// The number after the last one; nil before the first.
    private var expected: UInt64?
    /// The maximum number of pending lines, so that the memory is bounded.
    private static let maximumPending = 100
    /// Successive lines that cannot be read, until the next line shows whether a process ended at each of them.
    private var pending: [(place: LinePlace, reason: String)] = []

    /// Creates a check before the first line.
    package init() {}

    /// Adds the next lines; the place is that of the first of them.
    package mutating func take(_ lines: NumberedLines, at place: LinePlace) -> [Finding] {
        let before = settle(before: lines)
        switch lines {
        case .run(let id, let number): return before + begin(id, number, at: place)
        case .decisions(let numbers):
            decisions += UInt64(numbers.count)
            return before + advance(from: numbers.lowerBound, to: numbers.upperBound + 1, at: place)
        case .dropped(let first, let count):
            dropped = Self.sum(dropped, count)
            return before + advance(from: first, to: first + count, at: place)
        case .unflushed(let first, let last): unflushed = Self.sum(unflushed, last < first ? 0 : last - first + 1)
        case .other: break
        case .damaged(let reason): pending.append((place, reason))
        case .incomplete: return before + [Self.incomplete(at: place)]
        }
        return before
    }

    /// Ends a file; the next one continues with its numbers.
    ///
    /// Lines that cannot be read at its end are damaged, since they have line feeds.
    package mutating func endFile() -> [Finding] { damages(keeping: 0) }

    /// Reports the pending lines before the next line.
    private mutating func settle(before next: NumberedLines) -> [Finding] {
        switch next {
        case .run:
            // Each process that ended left an incomplete line, and the next one wrote its line feed.
            defer { pending = [] }
            return pending.map { Self.incomplete(at: $0.place) }
        case .damaged: return damages(keeping: Self.maximumPending - 1)
        default: return damages(keeping: 0)
        }
    }

    /// Reports all pending lines but the last ones as damaged.
    private mutating func damages(keeping count: Int) -> [Finding] {
        guard pending.count > count else { return [] }
        let damaged = pending.dropLast(count)
        pending.removeFirst(damaged.count)
        return damaged.map { Finding(kind: .damage, place: $0.place, text: "the line \($0.reason)") }
    }

    private static func incomplete(at place: LinePlace) -> Finding {
        let text = "skipped an incomplete line, at which a process ended or which is being written"
        return Finding(kind: .incomplete, place: place, text: text)
    }

    private mutating func begin(_ id: String, _ number: UInt64, at place: LinePlace) -> [Finding] {
        let (isFirst, isSame) = (run == nil && expected == nil, run == id)
        let before = expected
        if !isSame { runs += 1 }
        (run, expected) = (id, number)
        if isSame, let before, before != number {
            let text =
                number > before
                ? "\(Self.range(before, number)) missing: a file or lines were removed"
                : "the run continues at \(number) after \(before - 1): files are in another order, or lines are doubled"
            return [Finding(kind: .number, place: place, text: text)]
        }
        guard !isFirst, !isSame, number != 1 else { return [] }
        let text = "\(Self.range(1, number)) missing: a file or lines were removed"
        return [Finding(kind: .number, place: place, text: text)]
    }

    private mutating func advance(from first: UInt64, to end: UInt64, at place: LinePlace) -> [Finding] {
        guard let number = expected else {
            expected = end
            return []
        }
        expected = max(number, end)
        guard first != number else { return [] }
        let text =
            first > number
            ? "\(Self.range(number, first)) missing, without a mark"
            : "number \(first) is doubled: expected \(number)"
        return [Finding(kind: .number, place: place, text: text)]
    }

    /// Returns a clause about the numbers from one up to another that is not included.
    private static func range(_ first: UInt64, _ end: UInt64) -> String {
        end - first == 1 ? "number \(first) is" : "numbers \(first) to \(end - 1) are"
    }

    private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (sum, hasOverflow) = left.addingReportingOverflow(right)
        return hasOverflow ? .max : sum
    }
}
