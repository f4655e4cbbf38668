import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@Suite struct `A policy in report mode` {
    @Test func `allows a rejected chain, and reports the actual verdict`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.signature.isCorrupt = true })
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.mode = .report
        let verdict = try engineCase.verdict()
        #expect(verdict.outcome == .untrusted)
        #expect(verdict.action == .allow)
        #expect(verdict.disposition == .useCredential)
        #expect(verdict.result == .fatalTrustFailure)
        #expect(verdict.mode == .report)
        #expect(verdict.validUntil == nil)
        engineCase.mode = .enforce
        #expect(try engineCase.verdict().action == .deny)
        #expect(try engineCase.verdict().mode == .enforce)
    }

    @Test func `has the usual verdict for a trusted chain`() throws {
        let hierarchy = try Hierarchy()
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.mode = .report
        let verdict = try engineCase.verdict()
        #expect(verdict.outcome == .trusted)
        #expect(verdict.result == .unspecified)
        #expect(verdict.validUntil == .reference(days: 60))
    }

    @Test func `allows pin failures and rejects all other errors (TrustKit enforcePinning)`() throws {
        var pinCase = try PinCase(try Hierarchy(), pinning: 0)
        pinCase.engineCase.mode = .report
        pinCase.pins.fingerprints = [try Hierarchy().leaf.keyFingerprint()]
        let reported = try pinCase.verdict()
        #expect(reported.errorCodes == ["pin.keyMismatch"])
        #expect(reported.outcome == .untrusted)
        #expect(reported.action == .allow)
        pinCase.engineCase.host = .name(.dns("other.example"))
        let refused = try pinCase.verdict()
        #expect(refused.errorCodes == ["pin.keyMismatch", "host.mismatch"])
        #expect(refused.action == .deny)
        pinCase.engineCase.host = .name(.dns("api.example.com"))
        pinCase.pins.expires = .reference(days: -1)
        #expect(try pinCase.verdict().action == .allow)
        pinCase.pins.fingerprints = []
        #expect(try pinCase.verdict().action == .allow)
    }

    @Test func `denies undecided evaluations`() throws {
        let hierarchy = try Hierarchy()
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.mode = .report
        engineCase.budget = WorkBudget(paths: 0)
        let verdict = try engineCase.verdict()
        #expect(verdict.outcome == .indeterminate)
        #expect(verdict.action == .deny)
        #expect(verdict.result == .otherError)
        #expect(verdict.resultRule == .incompleteEvaluation)
    }

    @Test func `allows pin failures of a composite`() throws {
        var pinCase = try PinCase(try Hierarchy(), pinning: 0)
        pinCase.engineCase.mode = .report
        pinCase.pins.fingerprints = [try Hierarchy().leaf.keyFingerprint()]
        let pinned = CompositeEvaluator.Member(label: "pinned", evaluator: try pinCase.evaluator())
        let elsewhere = try pinCase.engineCase.requirements { $0.anchors = [] }
        let other = CompositeEvaluator.Member(label: "other", evaluator: PathEvaluator(elsewhere))
        func action(_ rule: CompositeEvaluator.Rule, _ members: [CompositeEvaluator.Member]) throws -> Verdict.Action {
            try pinCase.engineCase.verdict(under: CompositeEvaluator(rule, members)).action
        }
        #expect(try action(.allOf, [pinned, pinned]) == .allow)
        #expect(try action(.anyOf, [other, pinned]) == .allow)
        #expect(try action(.anyOf, [other, other]) == .allow, "it has no pins")
        #expect(try action(.allOf, [other, pinned]) == .deny)
        let either = CompositeEvaluator.Member(
            label: "either",
            evaluator: CompositeEvaluator(.anyOf, [other, pinned])
        )
        #expect(try action(.allOf, [either, pinned]) == .allow)
        #expect(try action(.allOf, [either, other]) == .deny)
    }
}
