import Dispatch
import Synchronization

/// Writes log lines on a separate queue, so that logging never blocks on a slow reader of the log.
///
/// The memory for waiting lines is limited. At the limit, lines are dropped and counted; as soon as the log can be
/// written again, a notice states the number of dropped lines.
final class LogWriter: Sendable {
    private struct State {
        var waitingBytes = 0
        /// The number of dropped lines that have not been reported in a notice yet.
        var unreported = 0
    }

    /// The memory in bytes charged for each line in addition to its text.
    private static let overhead = 64

    private let maximumBytes: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "anchord.log")
    private let waiting = DispatchGroup()
    private let dropped = Atomic(0)
    private let output: @Sendable (String) -> Bool
    private let notice: @Sendable (Int) -> String

    /// Creates a log writer; `notice` returns a log line that states the number of dropped lines.
    ///
    /// `output` writes a line, and returns false if that fails. It may block.
    init(
        maximumBytes: Int,
        notice: @escaping @Sendable (Int) -> String,
        output: @escaping @Sendable (String) -> Bool
    ) {
        self.maximumBytes = maximumBytes
        self.notice = notice
        self.output = output
    }

    var droppedLines: Int { dropped.load(ordering: .relaxed) }

    /// Enqueues a complete line, or drops it if the memory limit is reached; never blocks on the output.
    func write(_ line: String) {
        let size = line.utf8.count + Self.overhead
        state.withLock { state in
            if size <= maximumBytes - state.waitingBytes {
                state.waitingBytes += size
                queue.async(group: waiting) { [self] in
                    if !output(line) { dropped.add(1, ordering: .relaxed) }
                    self.state.withLock { $0.waitingBytes -= size }
                }
            } else {
                dropped.add(1, ordering: .relaxed)
                state.unreported += 1
                // A notice that is already enqueued also covers this line.
                if state.unreported == 1 { queue.async(group: waiting) { [self] in report() } }
            }
        }
    }

    /// Waits until all lines are written; returns false on timeout.
    func flush(within time: DispatchTimeInterval) -> Bool {
        waiting.wait(timeout: .now() + time) == .success
    }

    private func report() {
        let count = state.withLock { state in
            defer { state.unreported = 0 }
            return state.unreported
        }
        // If this write fails, the notice is not counted as a dropped line.
        _ = output(notice(count))
    }
}
