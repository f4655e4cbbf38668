import Synchronization
import SystemThreads
import TrustService

/// The state that the threads of a log share.
final class DecisionLogState: Sendable {
    /// Wakes the writer.
    let writer = Semaphore()
    /// Wakes the thread that flushes.
    let flusher = Semaphore()

    private struct State {
        var isStopping = false
        /// Whether the writer has ended.
        var hasEnded = false
        var mustReopen = false
        /// The files with bytes that the disk may not have.
        var unflushed: [any DecisionOutput] = []
        /// Whether the names of the files changed since the directory was synchronized.
        var hasNewNames = false
        /// The monotonic time, in milliseconds, at which the oldest of these bytes were written.
        var unflushedSince: UInt64?
        /// The time at which the oldest bytes were written that are being flushed.
        var flushingSince: UInt64?
        /// The time at which the writer began to take and write decisions; nil while it waits for some.
        var workingSince: UInt64?
        /// The last numbers that were written, and that the disk has.
        var written: UInt64 = 0
        var flushed: UInt64 = 0
        /// The reasons of the operations that fail now.
        var failures: [DecisionLogFigures.Operation: String] = [:]
        /// The numbers to report in the next file.
        var lostRange: (from: UInt64, to: UInt64)?
        /// Whether a file has a mark since flushing fails.
        var isLossMarked = false
        var figures: DecisionLogFigures
    }

    private let state: Mutex<State>
    private static let maximumUnflushed = 128

    init(path: String) { state = Mutex(State(figures: DecisionLogFigures(path: path))) }

    // MARK: Requests

    var isStopping: Bool { state.withLock { $0.isStopping } }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Records the end of the writer.
    func end() {
        state.withLock { $0.hasEnded = true }
        // The flusher may wait for writing, or for its interval.
        flusher.signal()
        flusher.signal()
    }

    func stop() {
        state.withLock { $0.isStopping = true }
        writer.signal()
    }

    func requestReopening() {
        state.withLock { $0.mustReopen = true }
        writer.signal()
    }

    /// Returns whether the file must be opened again, once for each request.
    func takeReopening() -> Bool {
        state.withLock { state in
            defer { state.mustReopen = false }
            return state.mustReopen
        }
    }

    // MARK: Figures

    func figures(at now: UInt64) -> DecisionLogFigures {
        state.withLock { state in
            var figures = state.figures
            let failing = DecisionLogFigures.Operation.allCases.first { state.failures[$0] != nil }
            figures.failure = failing.map { "\($0.rawValue): \(state.failures[$0] ?? "")" }
            figures.unflushedSeconds = Self.seconds(since: state.flushingSince ?? state.unflushedSince, until: now)
            figures.unwrittenSeconds = Self.seconds(since: state.workingSince, until: now)
            return figures
        }
    }

    private static func seconds(since start: UInt64?, until now: UInt64) -> Int {
        start.map { now > $0 ? Int((now - $0) / 1000) : 0 } ?? 0
    }

    /// Counts a failure; returns whether the reason is new.
    func fail(_ operation: DecisionLogFigures.Operation, _ reason: String) -> Bool {
        state.withLock { state in
            state.figures.errors[operation, default: 0] += 1
            return state.failures.updateValue(reason, forKey: operation) != reason
        }
    }

    /// Ends the failure of operations; returns whether one has failed and none fails now.
    func recover(_ operations: [DecisionLogFigures.Operation]) -> Bool {
        state.withLock { state in
            guard !state.failures.isEmpty else { return false }
            for operation in operations { state.failures[operation] = nil }
            if state.failures[.flush] == nil { state.isLossMarked = false }
            return state.failures.isEmpty
        }
    }

    // MARK: Writing and flushing

    /// Records that the writer works since a monotonic time in milliseconds; nil if it waits for decisions.
    func works(since time: UInt64?) { state.withLock { $0.workingSince = time } }

    /// Records that bytes were appended to a file.
    func wrote(_ written: PendingLines.Written, to output: any DecisionOutput, isNew: Bool, at now: UInt64) {
        let mustWake = state.withLock { state in
            state.figures.written += written.decisions
            if let last = written.last { state.written = last }
            if isNew || state.unflushed.isEmpty { state.unflushed.append(output) }
            defer { state.unflushedSince = state.unflushedSince ?? now }
            return state.unflushedSince == nil
        }
        if mustWake { flusher.signal() }
    }

    /// Records that another process has a decision.
    func sent() { state.withLock { $0.figures.written += 1 } }

    /// Records the numbers of decisions without the text of their answer, and without their inputs.
    func omitted(answers: Int, inputs: Int) {
        state.withLock { ($0.figures.omittedAnswers, $0.figures.omittedInputs) = (answers, inputs) }
    }

    /// Records that a file was created, renamed or removed.
    func changedNames() { state.withLock { $0.hasNewNames = true } }

    /// Whether so few files wait for the disk that another one may be opened.
    var permitsAnotherFile: Bool { state.withLock { $0.unflushed.count < Self.maximumUnflushed } }

    /// Removes and returns the files to flush, with the last number in them.
    func takeUnflushed() -> (files: [any DecisionOutput], hasNewNames: Bool, last: UInt64) {
        state.withLock { state in
            defer {
                (state.unflushed, state.hasNewNames) = ([], false)
                (state.flushingSince, state.unflushedSince) = (state.unflushedSince, nil)
            }
            return (state.unflushed, state.hasNewNames, state.written)
        }
    }

    /// Records that the disk has all decisions up to a number.
    func flushed(upTo number: UInt64) {
        state.withLock { state in
            state.flushed = max(state.flushed, number)
            state.flushingSince = nil
        }
    }

    /// Records that the disk may not have the decisions up to a number; returns their range.
    ///
    func notFlushed(upTo number: UInt64) -> (from: UInt64, to: UInt64)? {
        state.withLock { state in
            state.flushingSince = nil
            guard number > state.flushed else { return nil }
            let range = (from: state.flushed + 1, to: number)
            state.flushed = number
            state.lostRange = (from: state.lostRange?.from ?? range.from, to: number)
            return range
        }
    }

    /// Returns the range that the next file has to report, once.
    ///
    /// While the disk fails again and again, this is the first range. The others are reported together after its recovery, since
    /// each of them ends a file.
    func takeLostRange() -> (from: UInt64, to: UInt64)? {
        state.withLock { state in
            guard !state.isLossMarked, let range = state.lostRange else { return nil }
            state.lostRange = nil
            state.isLossMarked = state.failures[.flush] != nil
            return range
        }
    }
}
