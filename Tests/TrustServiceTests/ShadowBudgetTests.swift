import Testing

@testable import TrustService

@Suite struct `The budget of shadows` {
    private static let millisecond: Int64 = 1_000_000

    /// Evaluates shadows for a time, as many as the budget permits; returns the part of the time that they took.
    private func part(of milliseconds: Int64, each length: Int64, every interval: Int64) -> Double {
        let budget = ShadowBudget()
        var (now, spent): (Int64, Int64) = (0, 0)
        while now < milliseconds * Self.millisecond {
            if budget.permits(at: now) {
                budget.spend(length)
                spent += length
                now += length
            }
            now += interval
        }
        return Double(spent) / Double(now)
    }

    @Test func `permits a tenth of the time, after that of a second`() {
        // The time that is saved up adds a tenth of a second.
        for length in [Self.millisecond / 10, Self.millisecond, 20 * Self.millisecond, 500 * Self.millisecond] {
            let part = part(of: 100_000, each: length, every: 10_000)
            #expect((0.095...0.107).contains(part), "\(length): \(part)")
        }
    }

    @Test func `permits all of them while they take less`() {
        #expect((0.045...0.055).contains(part(of: 10_000, each: Self.millisecond, every: 19 * Self.millisecond)))
    }

    @Test func `is not refilled by a clock that is set back, or that does not advance`() {
        let budget = ShadowBudget()
        #expect(budget.permits(at: 1000 * Self.millisecond))
        budget.spend(100 * Self.millisecond)
        for now in [1000, 0, 1000, 999] as [Int64] { #expect(!budget.permits(at: now * Self.millisecond)) }
        #expect(budget.permits(at: 1001 * Self.millisecond))
        budget.spend(-1)
        #expect(budget.permits(at: 1001 * Self.millisecond))
    }
}
