import Testing
import TrustModel

@testable import TrustEvaluation

@Suite struct `Findings of several members` {
    private func finding(
        _ code: ReasonCode = .hostMismatch,
        _ message: String = "m",
        facts: [Fact] = [Fact("a", "b"), Fact("n", 1), Fact("f", true), Fact("l", ["x", "y"])],
        _ change: (inout Finding) -> Void = { _ in }
    ) -> ComparableFinding {
        var finding = Finding(code, depth: 0, message: message, facts: facts)
        change(&finding)
        return ComparableFinding(finding: finding)
    }

    @Test func `are equal with equal hashes if all their parts are equal`() {
        #expect(finding() == finding())
        #expect(Set([finding(), finding()]).count == 1)
    }

    @Test func `differ if any part or the bytes of a text differ`() {
        let others = [
            finding(.hostNoSAN), finding(.hostMismatch, "n"), finding { $0.severity = .warning },
            finding { $0.isFixed = true }, finding(facts: []),
            finding(facts: [Fact("a", "c"), Fact("n", 1), Fact("f", true), Fact("l", ["x", "y"])]),
            finding(facts: [Fact("a", "b"), Fact("n", 2), Fact("f", true), Fact("l", ["x", "y"])]),
            finding(facts: [Fact("a", "b"), Fact("n", 1), Fact("f", false), Fact("l", ["x", "y"])]),
            finding(facts: [Fact("a", "b"), Fact("n", 1), Fact("f", true), Fact("l", ["x"])]),
            finding(facts: [Fact("a", 1), Fact("n", 1), Fact("f", true), Fact("l", ["x", "y"])]),
            finding(.hostMismatch, "\u{E9}"), finding(.hostMismatch, "e\u{301}"),
        ]
        #expect(Set(others + [finding()]).count == others.count + 1)
    }

    @Test(.timeLimit(.minutes(15))) func `are compared in linear time for any texts`() {
        let accents = { (first: String) in first + String(repeating: "\u{301}\u{323}", count: 200_000) }
        let findings = ["e", "e", "o"].map { finding(.hostMismatch, accents($0), facts: [Fact("a", accents($0))]) }
        #expect(Set(findings).count == 2)
    }
}
