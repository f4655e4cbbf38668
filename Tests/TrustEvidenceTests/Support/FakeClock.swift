import Synchronization
import TrustEvidence
import TrustModel

/// A clock that a test moves; timers run when their time has come.
final class FakeClock: EvidenceClock {
    private struct State {
        var milliseconds: Int64 = 0
        var lastTimer = 0
        var timers: [Int: (time: Int64, action: @Sendable () -> Void)] = [:]
    }

    private struct Timer: EvidenceCancellation {
        let clock: FakeClock
        let number: Int

        func cancel() { clock.state.withLock { $0.timers[number] = nil } }
    }

    private let start: Instant
    private let state = Mutex(State())
    private let randomNumber: Double

    init(at start: Instant, random: Double = 0) {
        self.start = start
        randomNumber = random
    }

    var milliseconds: Int64 { state.withLock { $0.milliseconds } }

    var now: Instant { start.adding(seconds: milliseconds / 1000) }

    var timerCount: Int { state.withLock { $0.timers.count } }

    func random() -> Double { randomNumber }

    func schedule(
        afterMilliseconds milliseconds: Int64,
        _ action: @escaping @Sendable () -> Void
    ) -> any EvidenceCancellation {
        state.withLock { state in
            state.lastTimer += 1
            state.timers[state.lastTimer] = (state.milliseconds + milliseconds, action)
            return Timer(clock: self, number: state.lastTimer)
        }
    }

    /// Moves the time and runs the timers that end.
    func advance(seconds: Int64 = 0, milliseconds: Int64 = 0) {
        let actions = state.withLock { state in
            state.milliseconds += seconds * 1000 + milliseconds
            let ended = state.timers.filter { $0.value.time <= state.milliseconds }
            for number in ended.keys { state.timers[number] = nil }
            return ended.sorted { $0.key < $1.key }.map(\.value.action)
        }
        for action in actions { action() }
    }
}
