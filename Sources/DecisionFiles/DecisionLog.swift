package import FileAccess
package import SystemThreads
package import TrustModel
package import TrustService

/// The clocks of a log.
package struct DecisionLogClock: Sendable {
    /// The wall clock, for names and first lines.
    package let now: @Sendable () -> WallTime
    /// A clock that is never set back, in milliseconds.
    package let milliseconds: @Sendable () -> UInt64

    /// Creates clocks.
    package init(now: @escaping @Sendable () -> WallTime, milliseconds: @escaping @Sendable () -> UInt64) {
        self.now = now
        self.milliseconds = milliseconds
    }
}

/// The log of decisions: a queue, and the threads that write it to files or to the journal.
///
/// No caller waits for the disk, except in ``stop(within:)``.
package final class DecisionLog: Sendable {
    /// The bytes and the parts of a queue, what happens if it is full, and what it leaves out.
    package typealias QueueBounds = (bytes: Int, overflow: DecisionQueue.Overflow, workers: Int, sample: DecisionSample)

    /// The socket of systemd's journal for entries with fields.
    package static let journalPath = "/run/systemd/journal/socket"

    /// The queue to which decisions are added.
    package let queue: DecisionQueue
    private let state: DecisionLogState
    private let clock: DecisionLogClock
    private let work: any DecisionWork
    /// Flushes files; the journal does that itself.
    private let flusher: DecisionFlusher?
    private let losses: LossReport
    private let ended = Semaphore()

    /// Opens the directory, and its current file to see whether it can be written.
    ///
    /// - Parameters:
    ///   - settings: The directory and its bounds.
    ///   - queue: The bounds of the queue.
    ///   - encoder: Encodes the lines.
    ///   - clock: The clocks.
    ///   - report: Receives the changes of the state, on several threads.
    /// - Throws: ``LocalFiles/Failure`` if the directory or the file cannot be used.
    package convenience init(
        _ settings: DecisionLogSettings,
        queue: QueueBounds,
        encoder: any DecisionLineEncoder,
        clock: DecisionLogClock,
        report: @escaping @Sendable (DecisionLogEvent) -> Void
    ) throws(LocalFiles.Failure) {
        try self.init(settings, queue: queue, encoder: encoder, clock: clock, report: report, opened: { $0 })
    }

    convenience init(
        _ settings: DecisionLogSettings,
        queue bounds: QueueBounds,
        encoder: any DecisionLineEncoder,
        clock: DecisionLogClock,
        report: @escaping @Sendable (DecisionLogEvent) -> Void,
        opened: @escaping @Sendable (AppendedFile) -> any DecisionOutput
    ) throws(LocalFiles.Failure) {
        let path = settings.directory
        let directory = try DecisionDirectory(path, keep: settings.keep, opened: opened)
        _ = try directory.current()
        self.init(path: "\(path)/\(DecisionFileName.current)", queue: bounds, clock: clock, report: report) { parts in
            let flusher = DecisionFlusher(
                state: parts.state,
                directory: directory,
                interval: settings.flush,
                report: report
            )
            return (DecisionWriter(settings, directory, parts: parts, encoder: encoder, flusher: flusher), flusher)
        }
    }

    /// Creates a log whose lines are entries of systemd's journal.
    ///
    /// - Parameters:
    ///   - version: The version in the entry of the run.
    ///   - bounds: The bounds of the queue.
    ///   - encoder: Encodes the entries.
    ///   - clock: The clocks.
    ///   - path: The socket of the journal.
    ///   - report: Receives the changes of the state, on several threads.
    package convenience init(
        journal version: String,
        queue bounds: QueueBounds,
        encoder: any DecisionEntryEncoder,
        clock: DecisionLogClock,
        path: String = DecisionLog.journalPath,
        report: @escaping @Sendable (DecisionLogEvent) -> Void
    ) {
        let socket = DatagramSocket(to: path, patience: 1)
        self.init(path: path, queue: bounds, clock: clock, report: report) { parts in
            (JournalWriter(version: version, parts, encoder: encoder, socket: socket), nil)
        }
    }

    private init(
        path: String,
        queue bounds: QueueBounds,
        clock: DecisionLogClock,
        report: @escaping @Sendable (DecisionLogEvent) -> Void,
        work: (DecisionWorkParts) -> (any DecisionWork, DecisionFlusher?)
    ) {
        let state = DecisionLogState(path: path)
        let losses = LossReport(clock: clock, report: report)
        let queue = DecisionQueue(
            bytes: bounds.bytes,
            onFull: bounds.overflow,
            workers: bounds.workers,
            sample: bounds.sample,
            wake: { state.writer.signal() },
            lost: { losses.update($0) }
        )
        (self.state, self.queue, self.clock, self.losses) = (state, queue, clock, losses)
        (self.work, flusher) = work(
            DecisionWorkParts(queue: queue, state: state, clock: clock, losses: losses, report: report)
        )
    }

    /// Starts the threads; call this once.
    package func start() throws(ResourceFailure) {
        let (state, flusher, ended) = (state, flusher, ended)
        let work = work
        try PlatformThread.start {
            var work = work
            work.run()
            state.end()
            if flusher == nil { ended.signal() }
        }.detach()
        guard let flusher else { return }
        try PlatformThread.start {
            flusher.run()
            ended.signal()
        }.detach()
    }

    /// Opens the file again, because another process has renamed it; returns immediately.
    ///
    /// The journal has no file.
    package func reopen() { state.requestReopening() }

    /// Accepts no further decisions, writes what has arrived before, and waits for the disk for at most a time; call this once.
    ///
    /// - Returns: the number of decisions that are not in a file.
    package func stop(within time: Duration) -> Int {
        queue.close()
        state.stop()
        _ = ended.wait(for: time)
        losses.update(queue.figures, atEnd: true)
        return max(0, queue.accepted - state.figures(at: 0).written)
    }

    /// The state of the log.
    package var figures: DecisionLogFigures {
        var figures = state.figures(at: clock.milliseconds())
        (figures.queue, figures.droppedByCounter) = (queue.figures, queue.droppedByCounter)
        if figures.queue.bytes == 0 { figures.unwrittenSeconds = 0 }
        return figures
    }
}
