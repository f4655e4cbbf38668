import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// The combination of the decisions of a policy and a floor, which must both allow the chain.
@Suite struct `A floor` {
    private static let forbidding: @Sendable (inout PathRequirements) -> Void = {
        $0.keyUsage = [.cRLSign]
    }
    private static let short: @Sendable (inout PathRequirements) -> Void = { $0.maximumLifetime = 1 }
    private let hierarchy: Hierarchy
    private let engineCase: EngineCase

    init() throws {
        hierarchy = try Hierarchy()
        engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
    }

    private func floor(
        mode: Verdict.Mode = .enforce,
        _ edit: (inout PathRequirements) -> Void = { _ in }
    ) throws -> PolicyMatch {
        .policy(
            TrustPolicy(
                identity: PolicyIdentity(set: "house", name: "floor", rule: nil, revision: nil),
                evaluator: PathEvaluator(try engineCase.requirements(edit)),
                mode: mode
            )
        )
    }

    private func verdict(
        _ edit: @escaping @Sendable (inout PathRequirements) -> Void,
        floor: PolicyMatch
    ) throws -> Verdict {
        var engineCase = engineCase
        engineCase.explain = true
        engineCase.edit = edit
        return try engineCase.answer(floor: floor).verdict
    }

    @Test func `that allows leaves everything to the policy but the end of its validity`() throws {
        let trusted = try verdict({ _ in }, floor: floor())
        #expect((trusted.outcome, trusted.action) == (.trusted, .allow))
        #expect((trusted.result, trusted.resultRule) == (.unspecified, .implicitTrust))
        #expect(trusted.floor?.name == "floor")
        #expect(trusted.reasons.map(\.floorName) == [nil, "house/floor"])
        #expect(trusted.status(of: "hostName") == .pass)
        #expect(trusted.status(of: "floor/hostName") == .pass)
        let pins = PinRequirements(
            .publicKeys,
            [try hierarchy.leaf.keyFingerprint(), try hierarchy.root.certificate.keyFingerprint()],
            expires: .reference(days: 5),
            onExpiry: .closed
        )
        #expect(try verdict({ _ in }, floor: floor { $0.pins = pins }).validUntil == .reference(days: 5))
        let refused = try verdict(Self.short, floor: floor())
        #expect((refused.outcome, refused.action) == (.untrusted, .deny))
        #expect(refused.result == .recoverableTrustFailure)
        #expect(refused.exceptionOffer != nil)
    }

    @Test func `that denies decides if the policy allows, and takes the offer of an exception away`() throws {
        let denied = try verdict({ _ in }, floor: floor(Self.forbidding))
        #expect((denied.outcome, denied.action) == (.untrusted, .deny))
        #expect((denied.result, denied.resultRule) == (.fatalTrustFailure, .fatalReason))
        #expect(denied.validUntil == nil)
        #expect(denied.pathDER == hierarchy.path.map(\.der))
        let both = try verdict(Self.short, floor: floor(Self.forbidding))
        #expect(both.result == .fatalTrustFailure)
        #expect(both.errorCodes.sorted() == ["constraint.keyUsage", "time.validityTooLong"])
        #expect(both.exceptionOffer == nil)
    }

    @Test func `that denies also denies what report mode allows`() throws {
        var reporting = engineCase
        reporting.mode = .report
        reporting.edit = Self.short
        #expect(try reporting.answer(floor: floor()).verdict.action == .allow)
        let denied = try reporting.answer(floor: floor(Self.short)).verdict
        #expect((denied.outcome, denied.action) == (.untrusted, .deny))
        #expect(denied.mode == .report)
    }

    @Test func `in report mode downgrades the errors that it waives to warnings`() throws {
        let watched = try verdict({ _ in }, floor: floor(mode: .report, Self.short))
        #expect((watched.outcome, watched.action, watched.mode) == (.trusted, .allow, .enforce))
        #expect((watched.result, watched.errorCodes) == (.unspecified, []))
        #expect(watched.warningCodes.contains("time.validityTooLong"))
        #expect(watched.validUntil == .reference(days: 60))
        #expect(try verdict({ _ in }, floor: floor(mode: .report, Self.forbidding)).action == .deny)
    }

    @Test func `makes a rejection certain, but never an undecided chain trusted`() throws {
        let undecided = PolicyMatch.policy(
            TrustPolicy(identity: .inline, evaluator: RefusingEvaluator(codes: [.internalBudgetExhausted]))
        )
        #expect(try verdict({ _ in }, floor: undecided).outcome == .indeterminate)
        #expect(try verdict({ _ in }, floor: undecided).action == .deny)
        #expect(try verdict(Self.short, floor: undecided).outcome == .untrusted)
        let question = try engineCase.question()
        let engine = TrustEngine(ports: try .tests())
        let client = PolicyMatch.performDefaultHandling(.inline)
        let left = engine.answer(to: question, under: client, floor: try floor()).verdict
        #expect((left.outcome, left.action) == (.indeterminate, .defaultHandling))
        #expect(left.resultRule == .noPolicy)
        let denied = engine.answer(to: question, under: client, floor: try floor(Self.short)).verdict
        #expect((denied.outcome, denied.action) == (.untrusted, .deny))
        #expect(denied.result == .recoverableTrustFailure)
        let host = engine.answer(to: question, under: try floor(), floor: .deny(.inline)).verdict
        #expect((host.action, host.resultRule) == (.deny, .noPolicy))
        #expect(host.pathDER == hierarchy.path.map(\.der))
    }

    @Test func `that is the policy itself is evaluated once`() throws {
        let own = try floor(Self.short)
        guard case .policy(let policy) = own else { return }
        let named = PolicyMatch.policy(
            policy.identified(as: PolicyIdentity(set: "house", name: "floor", rule: "*.example.com", revision: nil))
        )
        let engine = TrustEngine(ports: try .tests())
        let verdict = engine.answer(to: try engineCase.question(), under: named, floor: own).verdict
        #expect(verdict.errorCodes == ["time.validityTooLong"])
        #expect(verdict.reasons.allSatisfy { $0.floorName == "house/floor" })
    }

    @Test func `has its own needs first, unless one of both denies without regard to evidence`() throws {
        var network = try NetworkCase()
        network.requirements.methods = [.ocsp]
        let checking = PolicyMatch.policy(
            TrustPolicy(identity: .inline, evaluator: PathEvaluator(try network.engineCase.requirements()))
        )
        let needs = try network.needs()
        #expect(!needs.isEmpty)
        let silent = DisabledEvaluator()
        #expect(try network.describe(network.engineCase.answer(under: silent, floor: checking).needs) == needs)
        network.requirements.methods = [.crl]
        let both = try network.engineCase.answer(floor: checking)
        #expect(try network.describe(both.needs) == needs + network.needs())
        // Memory is asked for both anyway, and a search could make the reasons of the other one false.
        let denied = try network.engineCase.answer(floor: .deny(.inline))
        #expect(denied.needs == [])
        #expect(try network.describe(denied.wanted.flatMap(\.self)) == network.needs())
        #expect(!denied.verdict.reuse.isRepeatable)
    }

    @Test func `has the graver result if both deny, and its rule`() throws {
        let own = PolicyMatch.deny(.inline)
        let question = try engineCase.question()
        let engine = TrustEngine(ports: try .tests())
        let both = engine.answer(to: question, under: own, floor: .deny(.inline)).verdict
        #expect((both.result, both.resultRule) == (.deny, .noPolicy))
        let mixed = engine.answer(to: question, under: try floor(Self.short), floor: own).verdict
        #expect((mixed.result, mixed.resultRule) == (.deny, .noPolicy))
        let undecided = PolicyMatch.policy(
            TrustPolicy(identity: .inline, evaluator: RefusingEvaluator(codes: [.internalBudgetExhausted]))
        )
        let grave = engine.answer(to: question, under: undecided, floor: try floor(Self.forbidding)).verdict
        #expect((grave.outcome, grave.result) == (.untrusted, .fatalTrustFailure))
        let open = engine.answer(to: question, under: undecided, floor: try floor(Self.short)).verdict
        #expect((open.outcome, open.result) == (.untrusted, .otherError))
    }

    @Test func `that allows gives neither its path nor its pin`() throws {
        let pins = PinRequirements(.publicKeys, [try hierarchy.leaf.keyFingerprint()])
        let question = try engineCase.question()
        let engine = TrustEngine(ports: try .tests())
        let off = PolicyMatch.policy(TrustPolicy(identity: .inline, evaluator: DisabledEvaluator()))
        let verdict = engine.answer(to: question, under: off, floor: try floor { $0.pins = pins }).verdict
        #expect(verdict.action == .allow)
        #expect(verdict.pathDER == [])
        #expect(verdict.matchedPin == nil)
        #expect(verdict.validUntil == .reference(days: 60))
        let denied = engine.answer(to: question, under: off, floor: try floor(Self.forbidding)).verdict
        #expect(denied.pathDER == hierarchy.path.map(\.der))
    }
}

@Suite struct `A verdict that is not trusted` {
    @Test func `has no end of its validity, even if its evaluator found one`() throws {
        let hierarchy = try Hierarchy()
        let engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        let stranger = try Hierarchy().leaf.read()
        let evaluator = SecurityPolicyEvaluator(
            .certificate,
            .certificates(PinnedCertificates(certificates: [stranger])),
            allowInvalidCertificates: false,
            validatesDomainName: true,
            reproducesLibrary: false,
            anchors: [AnchorSet(name: "test", certificates: [try hierarchy.root.certificate.read()])]
        )
        for mode in [Verdict.Mode.enforce, .report] {
            var engineCase = engineCase
            engineCase.mode = mode
            let verdict = try engineCase.verdict(under: evaluator)
            #expect(verdict.outcome == .untrusted, "\(verdict.summaries)")
            #expect(verdict.validUntil == nil)
            #expect(verdict.principal == nil)
        }
    }
}
