import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Missing evidence` {
    private static let ocsp = "ocsp 0 \(NetworkCase.ocsp)"
    private static let crl = "crl 0 \(NetworkCase.crl)"

    @Test func `is needed only if the policy allows the network`() throws {
        var network = try NetworkCase()
        #expect(try network.needs() == [Self.ocsp])
        network.requirements.networkAccess = false
        #expect(try network.needs() == [])
        network.edit = { $0.revocation = nil }
        #expect(try network.needs() == [])
    }

    @Test(
        arguments: [
            ([.ocsp, .crl], .ocsp, ocsp), ([.ocsp, .crl], .crl, crl), ([.crl], .crl, crl), ([.ocsp], .ocsp, ocsp),
        ] as [(Set<RevocationRequirements.Method>, RevocationRequirements.Method, String)]
    )
    func `is needed by the preferred method first`(
        methods: Set<RevocationRequirements.Method>,
        preferred: RevocationRequirements.Method,
        need: String
    ) throws {
        var network = try NetworkCase()
        network.requirements.methods = methods
        network.requirements.preferred = preferred
        #expect(try network.needs() == [need])
    }

    @Test func `has the other method as an alternative`() throws {
        var network = try NetworkCase()
        let need = try #require(try network.answer().needs.first)
        #expect(try network.describe(need.alternatives) == [Self.crl])
        network.requirements.methods = [.ocsp]
        #expect(try network.answer().needs.first?.alternatives == [])
    }

    @Test func `of a policy and its floor is merged with the alternatives of both`() throws {
        var network = try NetworkCase()
        let both = try network.answer().needs
        network.requirements.methods = [.ocsp]
        let alone = try network.answer().needs
        #expect(try network.describe((alone + both).merged) == [Self.ocsp])
        #expect(try network.describe((alone + both).merged[0].alternatives) == [Self.crl])
        network.requirements.methods = [.ocsp, .crl]
        network.requirements.preferred = .crl
        let reverse = try network.answer().needs
        #expect(try network.describe((both + reverse).merged) == [Self.ocsp])
        #expect(try network.describe((alone + reverse).merged) == [Self.ocsp, Self.crl])
    }

    @Test func `limits the validity of a verdict to the time until it may be fetched again`() throws {
        for (retryAfter, seconds) in [(0, 0), (5, 5), (600, 60)] as [(Int64, Int64)] {
            var network = try NetworkCase()
            for _ in 0..<2 {
                let need = try #require(try network.answer().needs.first)
                network.gathered.add(GatheredEvidence.Result(need, retryAfter: retryAfter))
            }
            #expect(try network.answer().verdict.validUntil == Instant.reference.adding(seconds: seconds))
        }
    }

    @Test func `is needed by the other method once the preferred one gave no answer`() throws {
        var network = try NetworkCase()
        try network.fail()
        #expect(try network.needs() == [Self.crl])
        var unknown = try NetworkCase()
        try unknown.gather(unknown.response(.unknown), from: .network(url: NetworkCase.ocsp, milliseconds: 9))
        #expect(try unknown.needs() == [Self.crl])
        try unknown.fail()
        #expect(try unknown.needs() == [])
    }

    @Test func `is required if the path is rejected without it`() throws {
        var network = try NetworkCase()
        #expect(try network.answer().needs.map(\.isRequired) == [false])
        #expect(try network.answer().verdict.outcome == .trusted)
        network.requirements.requirePositiveResponse = true
        #expect(try network.answer().needs.map(\.isRequired) == [true])
        #expect(try network.answer().verdict.outcome == .untrusted)
    }

    @Test func `is not needed with an answer from the request`() throws {
        var network = try NetworkCase()
        network.evidence = try network.response()
        #expect(try network.needs() == [])
        network.evidence = try network.response(.revoked(at: .reference.adding(days: -1)))
        #expect(try network.needs() == [])
        network.evidence = try network.response(.unknown)
        #expect(try network.needs() == [Self.ocsp])
    }

    @Test(arguments: [true, false])
    func `is never needed for a path that is rejected for another reason`(isHard: Bool) throws {
        var network = try NetworkCase()
        network.requirements.requirePositiveResponse = isHard
        let sound = network
        network.instant = Instant(.reference.adding(days: 61))
        #expect(try network.needs() == [])
        network = sound
        network.edit = { $0.keyUsage = .keyCertSign }
        #expect(try network.needs() == [])
        network = sound
        network.edit = { $0.pins = PinRequirements(.publicKeys, []) }
        #expect(try network.needs() == [])
    }

    @Test func `is needed for each certificate below the anchor, the CAs first`() throws {
        var network = try NetworkCase(intermediate: {
            $0.extensions.set(.authorityInformationAccess(ocsp: ["http://root.example/"]))
        })
        network.requirements.scope = .chain
        #expect(try network.needs() == ["ocsp 1 http://root.example/", Self.ocsp])
    }

    @Test(
        arguments: [
            (["http://a", "http://b"], ["crl 0 http://a http://b"]), (["https://a", "ldap://b"], []),
            (["https://a", "HTTP://b"], ["crl 0 HTTP://b"]), (["http://a", "http://a"], ["crl 0 http://a"]),
            (["http://a b"], []), (["http://"], []), (["http://" + String(repeating: "a", count: 1018)], []),
            ((0..<9).map { "http://\($0)" }, ["crl 0 http://0 http://1 http://2 http://3"]),
        ]
    )
    func `is fetched only from a few short http URLs`(locations: [String], needs: [String]) throws {
        var network = try NetworkCase { $0.extensions.set(.crlDistributionPoints(locations)) }
        network.requirements.methods = [.crl]
        #expect(try network.needs() == needs)
    }

    @Test func `includes the CRLs of each distribution point for some reasons`() throws {
        var network = try NetworkCase {
            $0.extensions.set(
                .crlDistributionPoints(points: [
                    TestDistributionPoint(.full([.uri("http://a")]), reasons: .keyCompromise),
                    TestDistributionPoint(.full([.uri("http://b"), .uri("http://c")])),
                    TestDistributionPoint(.full([.uri("http://d")]), reasons: .superseded),
                ])
            )
        }
        network.requirements.methods = [.crl]
        #expect(try network.needs() == ["crl 0 http://b http://c", "crl 0 http://a", "crl 0 http://d"])
    }

    @Test func `falls back to CRLs without a responder, and a chain without locations needs nothing`() throws {
        var network = try NetworkCase { $0.extensions.remove(.authorityInformationAccess) }
        #expect(try network.needs() == [Self.crl])
        network = try NetworkCase {
            $0.extensions.remove(.authorityInformationAccess)
            $0.extensions.remove(.crlDistributionPoints)
        }
        #expect(try network.needs() == [])
        #expect(try network.answer().verdict.reuse.isRepeatable)
    }

    @Test func `is not needed for short-lived certificates`() throws {
        var network = try NetworkCase {
            $0.notBefore = .reference
            $0.notAfter = .reference.adding(days: 7, seconds: -1)
        }
        network.requirements.requirePositiveResponse = true
        network.requirements.shortLived = 7 * 86400
        #expect(try network.needs() == [])
        #expect(
            try network.answer().verdict.summaries == ["notice notice.anchor 2", "notice notice.shortLived 0"]
        )
        network.requirements.shortLived = 7 * 86400 - 1
        #expect(try network.needs() == [Self.ocsp])
        network.requirements.shortLived = 7 * 86400
        network.evidence = try network.response(.revoked(at: .reference))
        #expect(try network.answer().verdict.errorCodes == ["revocation.revoked"])
    }

    @Test func `makes a verdict unrepeatable, and limits the validity of one without answers to a minute`() throws {
        var network = try NetworkCase()
        let open = try network.answer().verdict
        #expect(!open.reuse.isRepeatable)
        #expect(open.validUntil == Instant.reference.adding(seconds: 60))
        try network.fail()
        try network.fail()
        let final = try network.answer()
        #expect(final.needs.isEmpty)
        #expect(final.verdict.reuse.isRepeatable)
        #expect(final.verdict.validUntil == Instant.reference.adding(seconds: 60))
        network.requirements.networkAccess = false
        network.gathered = GatheredEvidence()
        #expect(try network.answer().verdict.validUntil == Instant(.reference.adding(days: 60)))
    }

    @Test func `of a composite is needed only if it can change the decision`() throws {
        var network = try NetworkCase()
        network.requirements.requirePositiveResponse = true
        let engineCase = network.engineCase
        let lacking = CompositeEvaluator.Member(
            label: "lacking",
            evaluator: PathEvaluator(try engineCase.requirements())
        )
        let accepting = CompositeEvaluator.Member(
            label: "accepting",
            evaluator: PathEvaluator(try engineCase.requirements { $0.revocation = nil })
        )
        let rejecting = CompositeEvaluator.Member(
            label: "rejecting",
            evaluator: PathEvaluator(try engineCase.requirements { $0.keyUsage = .keyCertSign })
        )
        let table: [(CompositeEvaluator.Rule, [CompositeEvaluator.Member], [String])] = [
            (.allOf, [lacking, accepting], [Self.ocsp]), (.allOf, [lacking, rejecting], []),
            (.allOf, [rejecting, lacking], []), (.allOf, [lacking, lacking], [Self.ocsp]),
            (.allInOrder, [lacking, rejecting], [Self.ocsp]), (.allInOrder, [rejecting, lacking], []),
            (.anyOf, [lacking, accepting], []), (.anyOf, [lacking, rejecting], [Self.ocsp]),
            (.anyOf, [rejecting], []),
        ]
        for (rule, members, needs) in table {
            let answer = try engineCase.answer(under: CompositeEvaluator(rule, members))
            #expect(try network.describe(answer.needs) == needs, "\(rule) \(members.map(\.label))")
        }
    }

    @Test func `remains needed if a script rejects the path, because the script may read its absence`() throws {
        let network = try NetworkCase()
        for outcome in [ScriptDecision.Outcome.allowed, .rejected(reason: nil, facts: [])] {
            let evaluator = CustomEvaluator(
                try network.engineCase.requirements(),
                script: FakeScript(outcome, span: 60),
                file: "rule.lua",
                policy: .inline
            )
            #expect(try network.describe(network.engineCase.answer(under: evaluator).needs) == [Self.ocsp])
        }
    }
}
