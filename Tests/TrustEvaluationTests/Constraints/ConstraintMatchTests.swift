import Testing

@testable import TrustEvaluation

@Suite struct `Results of constraints` {
    private static let all: [ConstraintMatch] = [.met, .unmet, .uncertain]

    @Test func `are combined in three-valued logic`() {
        let both: [ConstraintMatch] = [
            .met, .unmet, .uncertain, .unmet, .unmet, .unmet, .uncertain, .unmet, .uncertain,
        ]
        let either: [ConstraintMatch] = [.met, .met, .met, .met, .unmet, .uncertain, .met, .uncertain, .uncertain]
        let pairs = Self.all.flatMap { left in Self.all.map { (left, $0) } }
        #expect(pairs.map { $0.and($1) } == both)
        #expect(pairs.map { $0.or($1) } == either)
        #expect(Self.all.map(\.negated) == [.unmet, .met, .uncertain])
        for (left, right) in pairs {
            #expect([left, right].all { $0 } == left.and(right))
            #expect([left, right].any { $0 } == left.or(right))
        }
        #expect([ConstraintMatch]().all { $0 } == .met && [ConstraintMatch]().any { $0 } == .unmet)
    }
}
