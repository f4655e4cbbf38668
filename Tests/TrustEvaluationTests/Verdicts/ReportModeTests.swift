import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `A policy in report mode` {
    private let hierarchy: Hierarchy

    init() throws { hierarchy = try Hierarchy() }

    /// Returns a case in report mode for a chain, leaf first; the root is the only anchor.
    private func reporting(_ chain: [TestCertificate]? = nil) -> EngineCase {
        var engineCase = EngineCase(chain ?? hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.mode = .report
        return engineCase
    }

    /// A policy that no chain meets, so that the path has an error that report mode waives.
    private static let strict: @Sendable (inout PathRequirements) -> Void = { $0.maximumLifetime = 1 }

    @Test func `allows a path with a waived error, reports the actual verdict, and warns`() throws {
        var engineCase = reporting()
        engineCase.edit = Self.strict
        let verdict = try engineCase.verdict()
        #expect(verdict.outcome == .untrusted)
        #expect(verdict.action == .allow)
        #expect(verdict.disposition == .useCredential)
        #expect(verdict.result == .recoverableTrustFailure)
        #expect(verdict.mode == .report)
        #expect(verdict.validUntil == nil)
        #expect(verdict.errorCodes == ["time.validityTooLong"])
        #expect(verdict.warningCodes == ["hazard.reportOnly"])
        engineCase.mode = .enforce
        #expect(try engineCase.verdict().action == .deny)
        #expect(try engineCase.verdict().warningCodes == [])
    }

    @Test func `has the usual verdict for a trusted chain, with the warning`() throws {
        let verdict = try reporting().verdict()
        #expect(verdict.outcome == .trusted)
        #expect(verdict.result == .unspecified)
        #expect(verdict.validUntil == .reference(days: 60))
        #expect(verdict.warningCodes == ["hazard.reportOnly"])
    }

    @Test func `denies chains that only reportChains allows, with and without a waived error`() throws {
        let stranger = try TestKey.generate(.ecdsaP256)
        let holder = try TestAuthority(hierarchy.intermediate.issueLeaf("holder.example.com").template)
        let forgedByHolder = try holder.issueLeaf("api.example.com")
        let forged = try hierarchy.intermediate.issueLeaf("api.example.com") { $0.signature.key = stranger }
        let other = try hierarchy.intermediate.issueLeaf("other.example.com")
        let expired = try hierarchy.intermediate.issueLeaf("api.example.com") {
            $0.notAfter = .reference.adding(days: -1)
        }
        let rest = hierarchy.path.dropFirst()
        let chains: [(String, [TestCertificate], code: String)] = [
            ("forged", [forged] + rest, "chain.signatureInvalid"),
            ("self-signed", [try TestAuthority.root("api.example.com").certificate], "chain.selfSignedLeaf"),
            ("of a leaf's key", [forgedByHolder, holder.certificate] + rest, "constraint.notCA"),
            ("of another CA", try Hierarchy().path, "chain.untrustedRoot"),
            ("for another host", [other] + rest, "host.mismatch"),
            ("expired", [expired] + rest, "time.expired"),
            ("without its issuer", [hierarchy.leaf], "chain.issuerNotFound"),
        ]
        for (name, chain, code) in chains {
            for isStrict in [false, true] {
                var engineCase = reporting(chain)
                if isStrict { engineCase.edit = Self.strict }
                let denied = try engineCase.verdict()
                #expect(denied.errorCodes.contains(code), "\(name): \(denied.summaries)")
                #expect(denied.action == .deny, "\(name)")
                #expect(denied.warningCodes.contains("hazard.reportOnly"), "\(name)")
                engineCase.reportsChains = true
                #expect(try engineCase.verdict().action == .allow, "\(name)")
            }
        }
    }

    @Test func `denies what is revoked, distrusted or undecided, even with reportChains`() throws {
        var engineCase = reporting()
        engineCase.reportsChains = true
        for code in ReasonCode.all where code.reportMode == .alwaysDenied {
            for others in [[], [ReasonCode.pinKeyMismatch], [.chainUntrustedRoot]] {
                let evaluator = RefusingEvaluator(codes: [code] + others)
                #expect(try engineCase.verdict(under: evaluator).action == .deny, "\(code.name)")
            }
        }
        for code in ReasonCode.all where code.reportMode == .denied && code.gravity != .other {
            #expect(try engineCase.verdict(under: RefusingEvaluator(codes: [code])).action == .allow, "\(code.name)")
        }
        engineCase.budget = WorkBudget(paths: 0)
        let verdict = try engineCase.verdict()
        #expect(verdict.outcome == .indeterminate)
        #expect(verdict.action == .deny)
        #expect(verdict.result == .otherError)
        #expect(verdict.resultRule == .incompleteEvaluation)
    }

    @Test func `allows pin failures and rejects all other errors (TrustKit enforcePinning)`() throws {
        var pinCase = try PinCase(hierarchy, pinning: 0)
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

    @Test func `waives nothing for servers whose host is not compared, because any certificate would do`() throws {
        let edits: [@Sendable (inout PathRequirements) -> Void] = [
            { $0.validateHost = false }, { $0.severities = [.hostMismatch: .warning] },
            { $0.severities = [.hostNoSAN: .ignore] }, { ($0.validateHost, $0.purpose) = (false, .any) },
            { ($0.validateHost, $0.profile) = (false, .basicX509) },
        ]
        for edit in edits {
            var engineCase = reporting()
            engineCase.edit = {
                edit(&$0)
                Self.strict(&$0)
            }
            #expect(try engineCase.verdict().errorCodes == ["time.validityTooLong"])
            #expect(try engineCase.verdict().action == .deny)
        }
        // Clients have no host.
        var engineCase = reporting()
        engineCase.edit = {
            ($0.validateHost, $0.purpose) = (false, .clientAuth)
            Self.strict(&$0)
        }
        #expect(try engineCase.verdict().action == .allow)
    }

    @Test func `waives a pin that decides alone only on a path that validation would accept`() throws {
        func action(_ leaf: TestCertificate, _ edit: (inout PinCase) -> Void = { _ in }) throws -> Verdict.Action {
            var pinCase = try PinCase(hierarchy, pinning: 0)
            pinCase.engineCase.chain[0] = leaf
            pinCase.engineCase.mode = .report
            pinCase.enforcement = .hostAndPins
            pinCase.pins.fingerprints = [try Hierarchy().leaf.keyFingerprint()]
            edit(&pinCase)
            let verdict = try pinCase.verdict()
            #expect(verdict.errorCodes.contains("pin.keyMismatch"))
            return verdict.action
        }
        #expect(try action(hierarchy.leaf) == .allow)
        let expired = try hierarchy.intermediate.issueLeaf("api.example.com") {
            $0.notAfter = .reference.adding(days: -1)
        }
        let forged = try hierarchy.intermediate.issueLeaf("api.example.com") { $0.signature.isCorrupt = true }
        #expect(try action(expired) == .deny)
        #expect(try action(forged) == .deny)
        #expect(try action(try TestAuthority.root("api.example.com").certificate) == .deny)
        #expect(try action(hierarchy.leaf) { $0.engineCase.edit = { $0.validateHost = false } } == .deny)
        #expect(try action(hierarchy.leaf) { $0.engineCase.anchors = [] } == .deny)
    }

    @Test func `prefers a path with waived errors to one that denies`() throws {
        // The path that is examined first has fewer errors, but one that denies.
        let other = try TestAuthority.root("Other Root")
        let first = try hierarchy.intermediate.crossSigned(by: other) {
            $0.extendedKeyUsages = [.codeSigning]
            $0.notAfter = $0.notAfter.adding(days: 1)
        }
        var engineCase = reporting([hierarchy.leaf, first, hierarchy.intermediate.certificate])
        engineCase.anchors.append(other.certificate)
        let pins = PinRequirements(.publicKeys, [try other.certificate.keyFingerprint()])
        engineCase.edit = {
            $0.pins = pins
            $0.keyUsage = []
        }
        let verdict = try engineCase.verdict()
        #expect(verdict.errorCodes == ["pin.keyMismatch"])
        #expect(verdict.action == .allow)
    }

    @Test func `asks for evidence about a path that it allows, so that a revoked certificate is denied`() throws {
        var network = try NetworkCase()
        network.edit = Self.strict
        var engineCase = network.engineCase
        #expect(try engineCase.answer().needs == [])
        engineCase.mode = .report
        let answer = try engineCase.answer()
        #expect(answer.verdict.action == .allow)
        #expect(!answer.needs.isEmpty)
        engineCase.evidence = try network.response(.revoked(at: .reference.adding(days: -2), reason: .keyCompromise))
        let verdict = try engineCase.verdict()
        #expect(verdict.errorCodes.sorted() == ["revocation.revoked", "time.validityTooLong"])
        #expect(verdict.action == .deny)
    }

    @Test func `waives the rejection by a script of a valid path only`() throws {
        func action(_ edit: (inout EngineCase) -> Void, alone: Bool = false) throws -> Verdict.Action {
            var engineCase = reporting()
            edit(&engineCase)
            let requirements = try engineCase.requirements {
                if alone { ($0.enforcement, $0.validateHost) = (.nothing, false) }
            }
            let script = FakeScript(.rejected(reason: "no", facts: []))
            let identity = PolicyIdentity(set: "house", name: "rules", rule: nil, revision: nil)
            let verdict = try engineCase.verdict(
                under: CustomEvaluator(requirements, script: script, file: "x.lua", policy: identity)
            )
            #expect(verdict.outcome == .untrusted)
            return verdict.action
        }
        #expect(try action { _ in } == .allow)
        #expect(try action { $0.host = .name(.dns("other.example")) } == .deny)
        #expect(try action { $0.host = .invalid(text: "a b", HostNameError("has a space")) } == .deny)
        #expect(try action({ _ in }, alone: true) == .deny)
        #expect(try action({ $0.anchors = [] }, alone: true) == .deny)
    }

    @Test func `waives errors of a composite's members, but no member may have an error that denies`() throws {
        var pinCase = try PinCase(hierarchy, pinning: 0)
        pinCase.engineCase.mode = .report
        pinCase.pins.fingerprints = [try Hierarchy().leaf.keyFingerprint()]
        let pinned = CompositeEvaluator.Member(label: "pinned", evaluator: try pinCase.evaluator())
        let elsewhere = try pinCase.engineCase.requirements { $0.anchors = [] }
        let other = CompositeEvaluator.Member(label: "other", evaluator: PathEvaluator(elsewhere))
        let revoked = CompositeEvaluator.Member(
            label: "revoked",
            evaluator: RefusingEvaluator(codes: [.revocationRevoked])
        )
        let disabled = CompositeEvaluator.Member(label: "disabled", evaluator: DisabledEvaluator())
        func action(_ rule: CompositeEvaluator.Rule, _ members: [CompositeEvaluator.Member]) throws -> Verdict.Action {
            try pinCase.engineCase.verdict(under: CompositeEvaluator(rule, members)).action
        }
        #expect(try action(.allOf, [pinned, pinned]) == .allow)
        #expect(try action(.allOf, [disabled, pinned]) == .allow)
        #expect(try action(.anyOf, [other, pinned]) == .allow)
        #expect(try action(.anyOf, [other, other]) == .deny)
        #expect(try action(.anyOf, [revoked, pinned]) == .deny)
        #expect(try action(.allOf, [other, pinned]) == .deny)
        // Alamofire 5 stops at the first rejection; a waived one is none.
        #expect(try action(.allInOrder, [pinned, pinned]) == .allow)
        #expect(try action(.allInOrder, [pinned, other]) == .deny)
        #expect(try action(.allInOrder, [pinned, revoked]) == .deny)
        let either = CompositeEvaluator.Member(
            label: "either",
            evaluator: CompositeEvaluator(.anyOf, [other, pinned])
        )
        #expect(try action(.allOf, [either, pinned]) == .allow)
        #expect(try action(.allOf, [either, other]) == .deny)
    }
}

/// An evaluator that rejects every chain with the given codes.
struct RefusingEvaluator: Evaluator {
    let codes: [ReasonCode]
    let traits = EvaluatorTraits(summary: "refusing", clientRisks: [])

    func evaluate(_ question: TrustQuestion, in session: EvaluationSession) -> EvaluatorDecision {
        .refused(codes.map { Finding($0, message: "The chain is rejected.") })
    }
}
