import Dispatch
import Synchronization

/// Writes log lines on a thread of its own, so that the threads that log never wait for the reader of the log.
///
/// The memory for lines that wait is bounded. Lines beyond it are dropped and counted, and the log says how many they were
/// as soon as it can be written again.
final class LogWriter: Sendable {
    private struct State {
        var waitingBytes = 0
        /// Dropped lines that the log does not mention yet.
        var unreported = 0
    }

    /// What a line takes besides its text, in bytes.
    private static let overhead = 64

    private let maximumBytes: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "anchord.log")
    private let waiting = DispatchGroup()
    private let dropped = Atomic(0)
    private let output: @Sendable (String) -> Bool
    private let notice: @Sendable (Int) -> String

    /// Takes the bound and the functions that do the work.
    ///
    /// - Parameters:
    ///   - maximumBytes: the memory for lines that wait.
    ///   - notice: makes the line that says how many lines were dropped.
    ///   - output: writes a line, and may take any time; false where the line is lost.
    init(
        maximumBytes: Int,
        notice: @escaping @Sendable (Int) -> String,
        output: @escaping @Sendable (String) -> Bool
    ) {
        self.maximumBytes = maximumBytes
        self.notice = notice
        self.output = output
    }

    /// How many lines were lost so far.
    var droppedLines: Int { dropped.load(ordering: .relaxed) }

    /// Takes a whole line; returns at once.
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
                // The notice that waits will report this line too.
                if state.unreported == 1 { queue.async(group: waiting) { [self] in report() } }
            }
        }
    }

    /// Waits until every line is written; false where that takes longer than it may.
    func flush(within time: DispatchTimeInterval) -> Bool {
        waiting.wait(timeout: .now() + time) == .success
    }

    private func report() {
        let count = state.withLock { state in
            defer { state.unreported = 0 }
            return state.unreported
        }
        // The notice is no line that was logged: it is not counted where it is lost.
        _ = output(notice(count))
    }
}
