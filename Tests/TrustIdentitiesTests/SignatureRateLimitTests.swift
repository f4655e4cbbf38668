import Synchronization
import Testing

@testable import TrustIdentities

@Suite struct `The rate limit of signatures` {
    private final class Clock: Sendable {
        private let time = Mutex(Duration.zero)

        var now: Duration { time.withLock { $0 } }

        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private let clock = Clock()

    private func limit(maximumKeys: Int = 10) -> SignatureRateLimit {
        SignatureRateLimit(perSecond: 50, burst: 100, maximumKeys: maximumKeys) { [clock] in clock.now }
    }

    private func accepted(_ limit: SignatureRateLimit, _ client: String = "a", of count: Int) -> Int {
        (0..<count).count { _ in limit.refusal(identity: "partner", client: client) == nil }
    }

    @Test func `allows a burst, then a constant rate`() {
        let limit = limit()
        #expect(accepted(limit, of: 150) == 100)
        #expect(limit.refusal(identity: "partner", client: "a")?.delay == .milliseconds(20))
        clock.advance(.seconds(1))
        #expect(accepted(limit, of: 100) == 50)
        clock.advance(.seconds(3600))
        #expect(accepted(limit, of: 150) == 100)
    }

    @Test func `is separate for each client and identity`() {
        let limit = limit()
        #expect(accepted(limit, of: 150) == 100)
        #expect(accepted(limit, "b", of: 150) == 100)
        #expect(limit.refusal(identity: "other", client: "a") == nil)
    }

    @Test func `has a bounded number of clients, of which only idle ones are dropped`() {
        let limit = limit(maximumKeys: 3)
        for client in ["a", "b", "c"] { #expect(accepted(limit, client, of: 1) == 1) }
        #expect(limit.refusal(identity: "partner", client: "d")?.delay == .seconds(1))
        #expect(limit.keyCount == 3)
        clock.advance(.seconds(1))
        #expect(limit.refusal(identity: "partner", client: "d") == nil)
        #expect(limit.keyCount == 1)
    }
}
