import Testing

@testable import MicrohttpdServer

@Suite struct `Connection phase` {
    private func isOverdue(_ kind: ConnectionPhase.Kind, at now: UInt64) -> Bool {
        ConnectionPhase(kind, since: 1000).isOverdue(at: now, idleTimeout: 60, requestTimeout: 30)
    }

    @Test func `a phase is encoded and decoded without loss`() {
        let phase = ConnectionPhase(.answering, since: 123_456_789_012)
        #expect(ConnectionPhase(word: phase.word) == phase)
    }

    @Test func `timeouts apply to requests and idle connections, but not to responses`() {
        #expect(!isOverdue(.receiving, at: 1030))
        #expect(isOverdue(.receiving, at: 1031))
        #expect(!isOverdue(.idle, at: 1090))
        #expect(isOverdue(.idle, at: 1091))
        #expect(!isOverdue(.answering, at: 1_000_000))
        #expect(!isOverdue(.receiving, at: 0))
    }

    @Test func `an ended connection does not change its phase`() {
        let connection = Connection(descriptor: -1, peer: .unix(uid: nil), budget: BufferBudget(maximum: 0), now: 0)
        let phase = connection.phase
        let moved = connection.advance(to: .receiving, now: 1)
        #expect(moved)
        let movedFromOldPhase = connection.advance(from: phase, to: .ended, now: 2)
        #expect(!movedFromOldPhase)
        _ = connection.advance(to: .ended, now: 3)
        let revived = connection.advance(to: .idle, now: 4)
        #expect(!revived)
        #expect(connection.phase.kind == .ended)
    }

    @Test func `durations are rounded up and never overflow`() {
        #expect(Duration.microseconds(1).wholeMilliseconds == 1)
        #expect(Duration.milliseconds(-5).wholeMilliseconds == 0)
        #expect(Duration.milliseconds(1001).wholeSeconds == 2)
        #expect(Duration.zero.wholeSeconds == 1)
        #expect(Duration.seconds(Int64.max).wholeMilliseconds == 3_155_760_000_000)
    }
}
