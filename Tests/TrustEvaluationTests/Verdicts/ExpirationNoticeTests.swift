import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The notice that a path ends soon` {
    /// Returns the notices about certificates of a lifetime, in days, at a number of seconds before the end of the leaf.
    private func notices(
        lifetime: Int64,
        before seconds: Int64,
        edit: @escaping @Sendable (inout PathRequirements) -> Void = { _ in }
    ) throws -> Verdict {
        let hierarchy = try Hierarchy {
            $0.notAfter = .reference.adding(days: 5000)
        } intermediate: {
            $0.notAfter = .reference.adding(days: 5000)
        } leaf: {
            ($0.notBefore, $0.notAfter) = (.reference, .reference.adding(days: lifetime))
        }
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.instant = Instant.reference(days: lifetime).adding(seconds: -seconds)
        engineCase.edit = edit
        return try engineCase.verdict()
    }

    private func depths(_ verdict: Verdict) -> [Int?] {
        verdict.reasons.filter { $0.code == .noticeExpiresSoon }.map(\.depth)
    }

    @Test(arguments: [(90, 9), (10, 1), (300, 30), (1000, 30)] as [(Int64, Int64)])
    func `begins with the last tenth of a lifetime, at most 30 days before the end`(lifetime: Int64, days: Int64) throws
    {
        let before = try notices(lifetime: lifetime, before: days * 86400 + 1)
        #expect(before.outcome == .trusted)
        #expect(depths(before) == [])
        // The verdict ends when the notice begins, although nothing else changes.
        #expect(before.reuse.stableUntil == before.evaluatedAt)
        let first = try notices(lifetime: lifetime, before: days * 86400)
        #expect(depths(first) == [0])
        let last = try notices(lifetime: lifetime, before: 0)
        #expect(last.outcome == .trusted)
        #expect(depths(last) == [0])
        #expect(last.reasons.first { $0.code == .noticeExpiresSoon }?.severity == .notice)
    }

    @Test func `is not given for a path that is rejected or has ended`() throws {
        #expect(depths(try notices(lifetime: 90, before: -1)) == [])
        let rejected = try notices(lifetime: 90, before: 86400) { $0.keyUsage = [.cRLSign] }
        #expect(rejected.outcome == .untrusted)
        #expect(depths(rejected) == [])
        let excepted = try notices(lifetime: 90, before: -1) { $0.severities = [.timeExpired: .warning] }
        #expect(excepted.outcome == .trusted)
        #expect(depths(excepted) == [])
    }

    @Test func `is given for each certificate of the path, and for the pins`() throws {
        let soon: TestAuthority.Edit = {
            ($0.notBefore, $0.notAfter) = (.reference.adding(days: -90), .reference.adding(days: 5))
        }
        let hierarchy = try Hierarchy(root: soon, intermediate: soon, leaf: soon)
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        #expect(depths(try engineCase.verdict()) == [0, 1, 2])
        let pin = try hierarchy.leaf.keyFingerprint()
        engineCase.edit = { $0.pins = PinRequirements(.publicKeys, [pin], expires: .reference(days: 4)) }
        let verdict = try engineCase.verdict()
        #expect(depths(verdict) == [nil, 0, 1, 2])
        #expect(
            verdict.reasons.first { $0.code == .noticeExpiresSoon }?.fact("expires")
                == .text("\(Instant.reference(days: 4))")
        )
        engineCase.edit = { $0.pins = PinRequirements(.publicKeys, [pin], expires: .reference(days: 31)) }
        #expect(depths(try engineCase.verdict()) == [0, 1, 2])
    }
}
