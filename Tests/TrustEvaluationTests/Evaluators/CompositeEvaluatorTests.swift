import Synchronization
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Composite members that evaluate one valid chain.
private struct Members {
    let hierarchy: Hierarchy
    var engineCase: EngineCase

    init() throws {
        hierarchy = try Hierarchy()
        engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.explain = true
    }

    func member(
        _ label: String,
        exceptions: [TrustException] = [],
        _ edit: (inout PathRequirements) throws -> Void = { _ in }
    ) throws -> CompositeEvaluator.Member {
        var requirements = try engineCase.requirements()
        try edit(&requirements)
        return .init(label: label, evaluator: PathEvaluator(requirements), exceptions: exceptions)
    }

    /// Accepts the chain.
    func sound(_ label: String) throws -> CompositeEvaluator.Member { try member(label) }

    /// Rejects the chain for a reason that an exception can accept.
    func short(_ label: String) throws -> CompositeEvaluator.Member { try member(label) { $0.maximumLifetime = 1 } }

    /// Rejects the chain for a reason that no exception can accept.
    func forbidden(_ label: String) throws -> CompositeEvaluator.Member {
        try member(label) { $0.keyUsage = [.cRLSign] }
    }

    /// Pins the leaf's key.
    func pinned(_ label: String, until expires: Instant) throws -> CompositeEvaluator.Member {
        try member(label) {
            $0.pins = PinRequirements(.publicKeys, [try hierarchy.leaf.keyFingerprint()], expires: expires)
        }
    }

    func verdict(_ rule: CompositeEvaluator.Rule, _ members: CompositeEvaluator.Member...) throws -> Verdict {
        try engineCase.verdict(under: CompositeEvaluator(rule, members))
    }
}

extension Verdict {
    /// Each reason with the members that reported it.
    fileprivate var memberSummaries: [String] {
        reasons.map { reason in
            guard case .list(let members)? = reason.fact("members") else { return reason.summary }
            return "\(reason.summary): " + members.joined(separator: ", ")
        }
    }
}

/// An evaluator that is always undecided.
private struct UndecidedEvaluator: Evaluator {
    let traits = EvaluatorTraits(summary: "undecided", clientRisks: [])

    func evaluate(_ question: TrustQuestion, in session: EvaluationSession) -> EvaluatorDecision {
        .refused([Finding(.internalBudgetExhausted, message: "The budget is used up.")])
    }
}

@Suite struct `A composite of all` {
    @Test func `accepts if every member does, and each reason names its members`() throws {
        let members = try Members()
        let verdict = try members.verdict(
            .allOf,
            members.sound("plain"),
            members.pinned("pinned", until: .reference(days: 40))
        )
        #expect(verdict.memberSummaries == ["notice notice.anchor 2: plain, pinned", "notice notice.pin 0: pinned"])
        #expect(verdict.outcome == .trusted)
        #expect(verdict.result == .unspecified)
        #expect(verdict.resultRule == .implicitTrust)
        #expect(verdict.matchedPin == (try members.hierarchy.leaf.keyFingerprint()))
        #expect(verdict.validUntil == .reference(days: 40))
        #expect(verdict.pathDER == members.hierarchy.path.map(\.der))
    }

    @Test func `has the result of explicit trust if one member has`() throws {
        let members = try Members()
        let off = CompositeEvaluator.Member(label: "off", evaluator: DisabledEvaluator())
        let verdict = try members.verdict(.allOf, members.sound("plain"), off)
        #expect(verdict.result == .proceed)
        #expect(verdict.resultRule == .explicitTrust)
        #expect(verdict.memberSummaries == ["warning policy.disabled: off", "notice notice.anchor 2: plain"])
    }

    @Test func `evaluates every member, and rejects with the most severe result`() throws {
        let members = try Members()
        let verdict = try members.verdict(
            .allOf,
            members.sound("plain"),
            members.short("short"),
            members.forbidden("forbidden")
        )
        #expect(
            verdict.memberSummaries == [
                "error constraint.keyUsage 0: forbidden", "error time.validityTooLong 0: short",
                "notice notice.anchor 2: plain",
            ]
        )
        #expect(verdict.result == .fatalTrustFailure)
        #expect(verdict.validUntil == nil)
        let names = Set(verdict.checks.map { $0.name.split(separator: "/")[0] })
        #expect(names == ["plain", "short", "forbidden"])
        #expect(verdict.status(of: "short/lifetime") == .fail)
        #expect(verdict.status(of: "plain/lifetime") == .skip)
        let mild = try members.verdict(.allOf, members.sound("plain"), members.short("short"))
        #expect(mild.result == .recoverableTrustFailure)
    }

    @Test func `in order stops at the first member that rejects (Alamofire CompositeTrustEvaluator)`() throws {
        let members = try Members()
        let verdict = try members.verdict(
            .allInOrder,
            members.sound("plain"),
            members.short("short"),
            members.forbidden("forbidden")
        )
        #expect(verdict.errorCodes == ["time.validityTooLong"])
        #expect(try members.verdict(.allInOrder, members.sound("a"), members.sound("b")).outcome == .trusted)
    }

    @Test func `is valid only as long as each member's exception`() throws {
        let members = try Members()
        let exception = TrustException(
            codes: [.timeValidityTooLong],
            chain: try members.hierarchy.path.map { try $0.fingerprint() },
            host: .dns("api.example.com"),
            until: .reference(days: 10)
        )
        let excepted = try members.member("short", exceptions: [exception]) { $0.maximumLifetime = 1 }
        let verdict = try members.verdict(.allOf, members.sound("plain"), excepted)
        #expect(verdict.result == .proceed)
        #expect(verdict.validUntil == .reference(days: 10))
        // The exception applies only to that member.
        #expect(try members.verdict(.allOf, excepted, members.short("other")).outcome == .untrusted)
        #expect(try members.verdict(.allOf, members.short("other"), excepted).outcome == .untrusted)
        var whole = members
        whole.engineCase.exceptions = [exception]
        #expect(try whole.verdict(.allOf, members.short("a"), members.short("b")).outcome == .trusted)
    }
}

@Suite struct `A composite of any` {
    @Test func `accepts if one member does, and reports that member's reasons`() throws {
        let members = try Members()
        let verdict = try members.verdict(
            .anyOf,
            members.forbidden("forbidden"),
            members.sound("plain"),
            members.short("short")
        )
        #expect(verdict.memberSummaries == ["notice notice.anchor 2: plain"])
        #expect(verdict.outcome == .trusted)
        #expect(verdict.resultRule == .implicitTrust)
        #expect(verdict.validUntil == .reference(days: 60))
        // The evaluated members in order, without the last one.
        #expect(Set(verdict.checks.map { $0.name.split(separator: "/")[0] }) == ["forbidden", "plain"])
    }

    @Test func `rejects with the reasons of all and the mildest result`() throws {
        let members = try Members()
        let verdict = try members.verdict(.anyOf, members.forbidden("forbidden"), members.short("short"))
        #expect(verdict.errorCodes == ["constraint.keyUsage", "time.validityTooLong"])
        #expect(verdict.result == .recoverableTrustFailure)
        #expect(verdict.resultRule == .recoverableReasons)
        #expect(verdict.exceptionOffer?.codes == [.timeValidityTooLong])
        let grave = try members.verdict(.anyOf, members.forbidden("a"), members.forbidden("b"))
        #expect(grave.result == .fatalTrustFailure)
        #expect(grave.exceptionOffer == nil)
    }

    @Test func `is undecided if a member is and none accepts, and denies even in report mode`() throws {
        let members = try Members()
        let undecided = CompositeEvaluator.Member(label: "undecided", evaluator: UndecidedEvaluator())
        for refusing in try [members.forbidden("no"), members.short("no")] {
            let composite = CompositeEvaluator(.anyOf, [refusing, undecided])
            let verdict = try members.engineCase.verdict(under: composite)
            #expect(verdict.outcome == .indeterminate)
            #expect(verdict.result == .otherError)
            var reporting = members.engineCase
            reporting.mode = .report
            #expect(try reporting.verdict(under: composite).action == .deny)
            // For all members, one rejection decides.
            #expect(try members.verdict(.allOf, refusing, undecided).outcome == .untrusted)
        }
        #expect(try members.verdict(.anyOf, undecided, members.sound("yes")).outcome == .trusted)
    }

    @Test func `can be nested to any depth, with the names of both composites`() throws {
        let members = try Members()
        let inner = CompositeEvaluator(.anyOf, [try members.short("short"), try members.sound("plain")])
        let verdict = try members.verdict(
            .allOf,
            .init(label: "either", evaluator: inner),
            members.pinned("pinned", until: .reference(days: 50))
        )
        #expect(verdict.outcome == .trusted)
        #expect(verdict.status(of: "either/plain/hostName") == .pass)
        #expect(verdict.status(of: "pinned/pins") == .pass)
        #expect(CompositeEvaluator(.allOf, [.init(label: "x", evaluator: inner)]).traits.needsHost)
    }
}

@Suite struct `The budget of a composite` {
    /// Finds every signature valid, and counts them.
    private final class CredulousVerifier: SignatureVerifying {
        let signatures = Atomic(0)

        func isSigned(_ certificate: Certificate, by issuer: Certificate) -> Bool {
            signatures.add(1, ordering: .relaxed)
            return true
        }
    }

    /// Layers of CAs, each with four certificates for its key.
    private static func mesh() throws -> EngineCase {
        let key = try TestKey.shared(.ecdsaP256, "mesh")
        let root = try TestAuthority.root("Layer 6", key: key)
        var chain: [TestCertificate] = []
        var issuer = root
        for layer in (0..<6).reversed() {
            let authorities = try (0..<4).map { _ in try issuer.issueAuthority("Layer \(layer)", key: key) }
            chain += authorities.map(\.certificate)
            issuer = authorities[0]
        }
        let leaf = try issuer.issueLeaf("api.example.com")
        var mesh = EngineCase([leaf] + chain, anchors: [root.certificate])
        mesh.instant = .reference(days: 10_000)
        return mesh
    }

    @Test(arguments: CompositeEvaluator.Rule.allCases)
    func `is that of one member for a hostile chain`(rule: CompositeEvaluator.Rule) throws {
        let mesh = try Self.mesh()
        let evaluator = PathEvaluator(try mesh.requirements())
        let one = CredulousVerifier()
        let alone = try mesh.evaluation(under: evaluator, by: one)
        #expect(alone.verdict.outcome == .untrusted)
        #expect((50...100).contains(alone.paths), "the chain has enough paths")
        let many = CredulousVerifier()
        let members = (0..<64).map { CompositeEvaluator.Member(label: "\($0)", evaluator: evaluator) }
        let together = try mesh.evaluation(under: CompositeEvaluator(rule, members), by: many)
        #expect(together.verdict.action == .deny)
        #expect(together.paths == alone.paths)
        #expect(many.signatures.load(ordering: .relaxed) == one.signatures.load(ordering: .relaxed))
    }

    @Test func `is sufficient for every member to evaluate an ordinary chain`() throws {
        let members = try Members()
        let many = try (0..<64).map { try members.sound("\($0)") }
        let verdict = try members.engineCase.verdict(under: CompositeEvaluator(.allOf, many))
        #expect(verdict.outcome == .trusted)
    }
}

@Suite struct `The risks of evaluators that decide about clients` {
    private let members: Members
    private let system: AnchorSet

    init() throws {
        members = try Members()
        system = AnchorSet(name: "system", certificates: [], owner: .system)
    }

    private func member(_ edit: (inout PathRequirements) throws -> Void) throws -> CompositeEvaluator.Member {
        try members.member("member") {
            $0.purpose = .clientAuth
            $0.allowedClients = AllowedClients()
            try edit(&$0)
        }
    }

    @Test func `are the system trust store without lasting pins, the purpose of servers, and unlimited names`() throws {
        func risks(_ edit: (inout PathRequirements) throws -> Void) throws -> Set<ClientRisk> {
            try member(edit).evaluator.traits.clientRisks
        }
        #expect(try risks { _ in } == [])
        #expect(try risks { $0.anchors.append(system) } == [.systemAnchors])
        #expect(try risks { $0.purpose = .serverAuth } == [.serverPurpose])
        #expect(try risks { $0.allowedClients = nil } == [.anyName])
        for (expires, onExpiry, expected) in [
            (nil, .open, []), (.reference(days: 1), .closed, []), (.reference(days: 1), .open, [.systemAnchors]),
        ] as [(Instant?, PinRequirements.OnExpiry, Set<ClientRisk>)] {
            let found = try risks {
                $0.anchors = [system]
                $0.pins = PinRequirements(.publicKeys, [], expires: expires, onExpiry: onExpiry)
            }
            #expect(found == expected)
        }
        #expect(DisabledEvaluator().traits.clientRisks == Set(ClientRisk.allCases))
    }

    @Test func `of a composite are those of any alternative, or those of all members that must accept`() throws {
        let good = try member { _ in }
        let publicly = try member { $0.anchors = [system] }
        let unlimited = try member {
            $0.anchors = [system]
            $0.allowedClients = nil
        }
        let off = CompositeEvaluator.Member(label: "off", evaluator: DisabledEvaluator())
        func risks(_ rule: CompositeEvaluator.Rule, _ members: CompositeEvaluator.Member...) -> Set<ClientRisk> {
            CompositeEvaluator(rule, members).traits.clientRisks
        }
        #expect(risks(.anyOf, good, unlimited) == [.systemAnchors, .anyName])
        #expect(risks(.anyOf, good, off) == Set(ClientRisk.allCases))
        for rule in [CompositeEvaluator.Rule.allOf, .allInOrder] {
            #expect(risks(rule, good, unlimited) == [])
            #expect(risks(rule, publicly, unlimited) == [.systemAnchors])
            #expect(risks(rule, off, unlimited) == [.systemAnchors, .anyName])
        }
    }

    @Test(arguments: SecurityPolicyEvaluator.PinningMode.allCases, [false, true])
    func `of a security policy follow from its pins and its domain name`(
        mode: SecurityPolicyEvaluator.PinningMode,
        validatesDomainName: Bool
    ) {
        let evaluator = SecurityPolicyEvaluator(
            mode,
            .none,
            allowInvalidCertificates: false,
            validatesDomainName: validatesDomainName,
            reproducesLibrary: false,
            anchors: [system]
        )
        var expected: Set<ClientRisk> = [.anyName]
        if mode == .none { expected.insert(.systemAnchors) }
        if validatesDomainName { expected.insert(.serverPurpose) }
        #expect(evaluator.traits.clientRisks == expected)
    }
}
