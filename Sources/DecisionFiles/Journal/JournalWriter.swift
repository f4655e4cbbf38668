import FileAccess
import SystemThreads
import TrustService

/// Sends the decisions of a queue to systemd's journal, on a thread of its own.
struct JournalWriter: DecisionWork {
    /// The longest time between two attempts after a failure.
    private static let longestDelay = Duration.seconds(30)

    let parts: DecisionWorkParts
    private let socket: DatagramSocket
    private var encoder: any DecisionEntryEncoder
    private var intake: DecisionIntake
    /// The run whose entry must be sent before any other; nil afterwards.
    private var run: DecisionRun?
    /// The number of the decision that follows the last entry.
    private var expected: UInt64 = 1
    private var delay = Duration.seconds(1)

    init(version: String, _ parts: DecisionWorkParts, encoder: any DecisionEntryEncoder, socket: DatagramSocket) {
        self.parts = parts
        self.socket = socket
        self.encoder = encoder
        run = DecisionRun(version: version, at: parts.clock.now())
        intake = DecisionIntake(of: parts.queue)
    }

    /// The time until losses must be reported.
    var longestSleep: Duration {
        losses.isBehind(queue.figures) ? .milliseconds(LossReport.interval) : .seconds(3600)
    }

    /// Sends what has arrived; returns whether there was anything.
    mutating func turn() -> Bool {
        state.works(since: clock.milliseconds())
        defer { state.works(since: nil) }
        defer { losses.update(queue.figures) }
        guard sendRun() else { return false }
        intake.take()
        let isIdle = intake.end == expected && intake.isEmpty
        while let decision = intake.next() {
            guard markDropped(before: decision.number), send(decision) else { return true }
        }
        _ = markDropped(before: intake.end)
        return !isIdle
    }

    /// Sends the entry of the run unless the journal has it.
    private mutating func sendRun() -> Bool {
        guard let run else { return true }
        guard send(.run(run)) != nil else { return false }
        self.run = nil
        report(.opened)
        return true
    }

    /// Sends a decision; returns false if the log stops before.
    private mutating func send(_ decision: Decision) -> Bool {
        guard let result = send(.decision(decision)) else { return false }
        expected = decision.number + 1
        queue.release(bytes: DecisionQueue.leave(decision))
        guard result == .tooLong else {
            state.sent()
            return true
        }
        queue.drop(taken: decision)
        return send(.dropped(from: decision.number, count: 1)) != nil
    }

    /// Sends a mark for decisions that were dropped; returns false if the log stops before.
    private mutating func markDropped(before number: UInt64) -> Bool {
        guard number > expected else { return true }
        guard send(.dropped(from: expected, count: number - expected)) != nil else { return false }
        expected = number
        return true
    }

    /// Sends an entry, and tries again for as long as that fails; returns nil if the log stops before.
    private mutating func send(_ line: DecisionLine) -> DatagramSocket.Result? {
        let datagram = JournalDatagram(encoder.entry(for: line)).bytes
        while true {
            do throws(LocalFiles.Failure) {
                let result = try socket.send(datagram)
                delay = .seconds(1)
                // The system refuses a long datagram without asking the other process.
                if result == .sent, state.recover([.write]) { report(.recovered) }
                return result
            } catch {
                if state.fail(.write, error.reason) { report(.failed(.write, reason: error.reason)) }
                losses.update(queue.figures)
            }
            guard !state.isStopping else { return nil }
            _ = state.writer.wait(for: delay)
            delay = min(delay * 2, Self.longestDelay)
        }
    }
}
