import FileAccess
import SystemThreads
import TrustModel
import TrustService

/// Writes the decisions of a queue to files, on a thread of its own.
struct DecisionWriter: DecisionWork {
    /// The file to which lines are appended.
    private struct File {
        let output: any DecisionOutput
        /// The size in bytes as far as this process knows.
        var size: Int
        /// Whether the file has lines besides the first one of this run.
        var hasLines: Bool
        /// The monotonic time, in milliseconds, at which the file becomes too old.
        let end: UInt64
        /// Whether nothing was written since it was opened.
        var isNew = true
    }

    /// More bytes than the line for a run has.
    private static let firstLineBytes = 512
    /// The number of bytes that are written at once.
    private static let blockBytes = 256 << 10
    /// The time between two attempts to rename a file, in milliseconds.
    private static let rotationInterval: UInt64 = 1000
    /// The longest time between two attempts after a failure.
    private static let longestDelay = Duration.seconds(30)
    /// The longest time without a turn.
    private static let longestSleep = Duration.seconds(3600)

    private let settings: DecisionLogSettings
    private let directory: DecisionDirectory
    let parts: DecisionWorkParts
    /// Flushes on this thread if lines must be on the disk at the end of each turn.
    private let flusher: DecisionFlusher

    private var encoder: any DecisionLineEncoder
    private var header: DecisionRun
    private var intake: DecisionIntake
    private var file: File?
    private var pending = PendingLines()
    /// The number of files that were begun or continued.
    private var fileCount = 0
    /// The number of the decision that follows the last line.
    private var expected: UInt64 = 1
    private var delay = Duration.seconds(1)
    /// The monotonic time before which no rotation is attempted, after one has failed; 0 after a success.
    private var nextRotation: UInt64 = 0
    /// Whether the file must be opened again, because another process may have renamed it.
    private var mustReopen = false

    init(
        _ settings: DecisionLogSettings,
        _ directory: DecisionDirectory,
        parts: DecisionWorkParts,
        encoder: any DecisionLineEncoder,
        flusher: DecisionFlusher
    ) {
        self.settings = settings
        self.directory = directory
        self.parts = parts
        self.flusher = flusher
        self.encoder = encoder
        header = DecisionRun(version: settings.version, at: parts.clock.now())
        intake = DecisionIntake(of: parts.queue)
    }

    /// Writes what has arrived; returns whether there was anything.
    mutating func turn() -> Bool {
        state.works(since: clock.milliseconds())
        defer { state.works(since: nil) }
        reopenIfRequested()
        rotateIfNeeded()
        intake.take()
        let isIdle = intake.end == expected && intake.isEmpty
        if !isIdle { openFile() }
        while let decision = intake.next() {
            markDropped(before: decision.number)
            add(.decision(decision), decision.number, size: DecisionQueue.leave(decision))
            expected = decision.number + 1
            if pending.unwrittenBytes >= Self.blockBytes, !write() { return true }
        }
        markDropped(before: intake.end)
        _ = write()
        if !isIdle, settings.flush == .zero { flusher.flush() }
        losses.update(queue.figures)
        return !isIdle
    }

    /// Adds a mark for decisions that were dropped.
    private mutating func markDropped(before number: UInt64) {
        guard number > expected else { return }
        add(.dropped(from: expected, count: number - expected), expected, size: nil)
        expected = number
    }

    /// Adds a line to those that are written next; begins a new file before it if the file would be too large.
    private mutating func add(_ line: DecisionLine, _ number: UInt64, size: Int?) {
        pending.append(line, number, size: size, with: &encoder)
        guard let file, file.size + pending.unwrittenBytes > settings.maximumBytes, let last = pending.removeLast()
        else { return }
        let count = fileCount
        if write(), self.file?.hasLines ?? false {
            rotate()
            openFile()
        }
        if fileCount == count {
            pending.append(last)
        } else {
            // Another file does not have the lines to which the line refers.
            pending.append(last.line.content, number, size: size, with: &encoder)
        }
    }

    // MARK: Writing

    /// Writes all lines, and tries again for as long as that fails; returns false if the log stops before.
    private mutating func write() -> Bool {
        while !pending.isWritten {
            reopenIfRequested()
            do throws(Failure) {
                try prepareFile()
                try append()
            } catch {
                fail(error)
                losses.update(queue.figures)
                guard !state.isStopping else { return false }
                _ = state.writer.wait(for: delay)
                delay = min(delay * 2, Self.longestDelay)
            }
        }
        return true
    }

    private struct Failure: Error {
        let operation: DecisionLogFigures.Operation
        let reason: String
    }

    private func fail(_ failure: Failure) {
        guard state.fail(failure.operation, failure.reason) else { return }
        report(.failed(failure.operation, reason: failure.reason))
    }

    private mutating func append() throws(Failure) {
        guard var file else { return }
        let count: Int
        do throws(LocalFiles.Failure) {
            count = try file.output.append(pending.bytes, from: pending.position)
        } catch {
            throw Failure(operation: .write, reason: error.reason)
        }
        file.size += count
        let written = pending.advance(by: count)
        file.hasLines = file.hasLines || written.decisions > 0
        state.wrote(written, to: file.output, isNew: file.isNew, at: clock.milliseconds())
        state.omitted(answers: encoder.omittedAnswers, inputs: encoder.omittedInputs)
        file.isNew = false
        self.file = file
        queue.release(bytes: written.bytes)
        guard pending.isWritten else { return }
        delay = .seconds(1)
        if state.recover(mustReopen ? [.write] : [.open, .write]) { report(.recovered) }
    }

    /// Opens a file so that its size is known; ``write()`` tries again if that fails.
    private mutating func openFile() {
        do throws(Failure) { try prepareFile() } catch { fail(error) }
    }

    /// Opens a file if there is none, or if the present one was removed.
    private mutating func prepareFile() throws(Failure) {
        let now = clock.milliseconds()
        do throws(LocalFiles.Failure) {
            guard let file else { return try use(directory.current(), at: now) }
            let found = try file.output.state()
            if !found.isLinked {
                report(.removed)
                self.file = nil
                try use(directory.current(), at: now)
            } else if found.size < file.size {
                report(.truncated)
                try use(file.output, at: now)
            }
        } catch {
            throw Failure(operation: .open, reason: error.reason)
        }
    }

    /// Appends to a file from now on, beginning with a line for the run.
    private mutating func use(_ found: any DecisionOutput, at now: UInt64) throws(LocalFiles.Failure) {
        var (output, size) = (found, try found.state().size)
        let space = settings.maximumBytes - Self.firstLineBytes - pending.unwrittenBytes
        if size > 0, size > space, rename() {
            output = try directory.current()
            size = try output.state().size
        }
        var head: [UInt8] = try output.endsWithLineFeed() ? [] : [UInt8(ascii: "\n")]
        header.time = clock.now()
        header.number = pending.nextNumber ?? expected
        encoder.append(.run(header), to: &head)
        let start = size > 0 ? encoder.start(of: try output.beginning(Self.firstLineBytes)) : nil
        let age = start.map { max(0, header.time.instant.secondsSince1970 - $0.secondsSince1970) } ?? 0
        let left = max(0, settings.maximumAge.components.seconds - age)
        pending.restart(with: head, &encoder)
        fileCount += 1
        file = File(
            output: output,
            size: size,
            hasLines: size > 0,
            end: now + UInt64(left) * 1000
        )
        if size == 0 { state.changedNames() }
        if size <= space { endRotationFailure() }
        report(.opened)
    }

    // MARK: Files

    /// Opens the file again after a request, because it may have another name now; tries again at the next call if that fails.
    ///
    /// Until then, lines are appended to the file with the other name.
    private mutating func reopenIfRequested() {
        if state.takeReopening() { mustReopen = true }
        guard mustReopen else { return }
        guard let file else {
            mustReopen = false
            return
        }
        do throws(LocalFiles.Failure) {
            let other = try directory.current()
            if try !other.state().isSameFile(as: file.output.state()) { try use(other, at: clock.milliseconds()) }
            mustReopen = false
            if pending.isWritten, state.recover([.open]) { report(.recovered) }
        } catch {
            fail(Failure(operation: .open, reason: error.reason))
        }
    }

    /// Begins a new file if the present one is too old, or lost lines.
    private mutating func rotateIfNeeded() {
        if let range = state.takeLostRange() {
            rotate()
            // The mark is about earlier numbers; the line of the run has the number of the next decision.
            add(.unflushed(from: range.from, to: range.to), expected, size: nil)
        } else if let file, file.hasLines, clock.milliseconds() >= file.end {
            rotate()
        }
    }

    /// Renames the file, so that the next line begins a new one.
    private mutating func rotate() {
        if file != nil, rename() { file = nil }
    }

    /// Renames the current file; returns false if that failed, also shortly before.
    private mutating func rename() -> Bool {
        let now = clock.milliseconds()
        guard now >= nextRotation else { return false }
        // The file grows until it can be renamed, because its lines are worth more than its bound.
        nextRotation = now + Self.rotationInterval
        guard state.permitsAnotherFile else { return false }
        do throws(LocalFiles.Failure) {
            try directory.rotate(at: clock.now().instant)
        } catch {
            fail(Failure(operation: .rotate, reason: error.reason))
            return false
        }
        state.changedNames()
        endRotationFailure()
        removeExcess()
        return true
    }

    /// Ends the failure to rename a file, because another one is used now.
    private mutating func endRotationFailure() {
        guard nextRotation > 0 else { return }
        nextRotation = 0
        if state.recover([.rotate]) { report(.recovered) }
    }

    private func removeExcess() {
        do throws(LocalFiles.Failure) {
            try directory.removeExcess()
            if state.recover([.rotate]) { report(.recovered) }
        } catch {
            fail(Failure(operation: .rotate, reason: error.reason))
        }
    }

    /// The time until the file becomes too old, or must be opened again, or until losses must be reported.
    var longestSleep: Duration {
        if mustReopen { return .seconds(1) }
        let rotation = untilRotation
        return losses.isBehind(queue.figures) ? min(rotation, .milliseconds(LossReport.interval)) : rotation
    }

    private var untilRotation: Duration {
        guard let file, file.hasLines else { return Self.longestSleep }
        let now = clock.milliseconds()
        guard now < max(file.end, nextRotation) else { return .zero }
        return min(Self.longestSleep, .milliseconds(Int64(clamping: max(file.end, nextRotation) - now)))
    }
}
