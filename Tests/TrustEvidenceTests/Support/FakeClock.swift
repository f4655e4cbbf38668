import Synchronization
import TrustEvidence
import TrustModel

/// A clock that a test moves; timers run when their time has come.
final class FakeClock: EvidenceClock {
    private struct State {
        var milliseconds: Int64 = 0
        var lastTimer = 0
        var timers: [Int: (time: Int64, wait: Wait<Void>)] = [:]
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

    func sleep(untilMilliseconds time: Int64) async {
        let wait = Wait<Void>()
        let number = state.withLock { state in
            state.lastTimer += 1
            if time > state.milliseconds { state.timers[state.lastTimer] = (time, wait) } else { wait.end(()) }
            return state.lastTimer
        }
        if await wait.value == nil { state.withLock { $0.timers[number] = nil } }
    }

    /// Moves the time and runs the timers that end.
    func advance(seconds: Int64 = 0, milliseconds: Int64 = 0) {
        let waits = state.withLock { state in
            state.milliseconds += seconds * 1000 + milliseconds
            let ended = state.timers.filter { $0.value.time <= state.milliseconds }
            for number in ended.keys { state.timers[number] = nil }
            return ended.sorted { $0.key < $1.key }.map(\.value.wait)
        }
        for wait in waits { wait.end(()) }
    }
}
