import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Stored evidence` {
    private func network(_ edit: (inout NetworkCase) throws -> Void = { _ in }) throws -> NetworkCase {
        var network = try NetworkCase()
        network.requirements.requirePositiveResponse = true
        try edit(&network)
        return network
    }

    @Test func `decides in the first evaluation, with its origin`() throws {
        for method in [EvidenceNeed.Method.ocsp, .crl] {
            var network = try network()
            let evidence = try method == .ocsp ? network.response() : network.list()
            network.stored = FakeStore([method: evidence])
            let answer = try network.answer()
            #expect(answer.needs.isEmpty)
            #expect(answer.verdict.outcome == .trusted)
            #expect(answer.verdict.reuse.isRepeatable)
            let reason = try #require(answer.verdict.reasons.first { $0.code == .noticeRevocation })
            #expect(reason.fact("method") == .text(method.rawValue))
            #expect(reason.fact("source") == .text("cache"))
            #expect(reason.fact("ageSeconds") == .number(90))
            // All look-ups were foreseen.
            let (verdict, paths) = try network.engineCase.evaluation()
            #expect(verdict.outcome == .trusted && paths == 1)
        }
    }

    @Test func `can revoke`() throws {
        var network = try network()
        network.stored = FakeStore([.crl: try network.list { $0.revoke(network.hierarchy.leaf) }])
        let answer = try network.answer()
        #expect(answer.needs.isEmpty)
        #expect(answer.verdict.errorCodes == ["revocation.revoked"])
    }

    @Test func `about a CA can revoke the leaf, about which the request has an answer`() throws {
        var chain = try NetworkCase(intermediate: { $0.extensions.set(.crlDistributionPoints([NetworkCase.crl])) })
        chain.requirements = RevocationRequirements(scope: .chain)
        chain.requirements.networkAccess = true
        chain.requirements.requirePositiveResponse = true
        chain.evidence = try chain.response()
        var lists = RevocationEvidence(lists: [try chain.hierarchy.root.revocationList().read()])
        chain.stored = FakeStore([.crl: lists])
        #expect(try chain.answer().verdict.outcome == .trusted)
        lists.lists += try chain.list { $0.revoke(chain.hierarchy.leaf) }.lists
        chain.stored = FakeStore([.crl: lists])
        #expect(try chain.answer().verdict.errorCodes == ["revocation.revoked"])
    }

    @Test func `is recorded, so that it is not used again and limits the stability of the verdict`() throws {
        var network = try network()
        let store = FakeStore([.ocsp: try network.response()])
        network.stored = store
        let answer = try network.answer()
        // A good answer of one method does not hide a revocation by the other.
        #expect(store.count == 2)
        #expect(answer.gathered.results.map(\.origin) == [.cache(age: 90)])
        network.gathered = answer.gathered
        let again = try network.answer()
        #expect(again.verdict.outcome == .trusted)
        #expect(again.gathered.results.count == 1)
        #expect(again.verdict.reuse.stableUntil == answer.verdict.reuse.stableUntil)
        #expect(again.verdict.reuse.stableUntil == again.verdict.validUntil)
    }

    @Test func `is used only if request and policy give no answer`() throws {
        var network = try network()
        let good = try network.response()
        network.stored = FakeStore([.ocsp: good])
        func expectUnused() throws {
            let answer = try network.answer()
            #expect(answer.verdict.outcome == .trusted)
            #expect(answer.gathered.isEmpty)
        }
        network.evidence = good
        try expectUnused()
        network.evidence = RevocationEvidence()
        network.requirements.evidence = good
        try expectUnused()
        network.requirements.evidence = RevocationEvidence()
        network.requirements.shortLived = 1000 * 86400
        try expectUnused()
    }

    @Test func `is not seen by policies that may not fetch, even if another policy found it, unless it revokes`() throws
    {
        var network = try network()
        let store = FakeStore([.ocsp: try network.response()])
        network.stored = store
        let member = CompositeEvaluator.Member(
            label: "network",
            evaluator: PathEvaluator(try network.engineCase.requirements())
        )
        network.requirements.networkAccess = false
        var answer = try network.answer()
        #expect(answer.verdict.errorCodes == ["revocation.unavailable"])
        #expect(answer.needs.isEmpty && answer.gathered.isEmpty)
        #expect(store.count == 0)
        let other = CompositeEvaluator.Member(
            label: "local",
            evaluator: PathEvaluator(try network.engineCase.requirements())
        )
        for members in [[member, other], [other, member]] {
            answer = try network.engineCase.answer(under: CompositeEvaluator(.allOf, members))
            #expect(answer.verdict.outcome == .untrusted)
            #expect(answer.needs.isEmpty)
        }
        #expect(store.count > 0)
    }

    @Test func `is not used if it has ended or is from another issuer`() throws {
        let network = try network()
        let stranger = try Hierarchy().intermediate
        let wrong = [
            try network.response { $0.responses[0].nextUpdate = .reference.adding(seconds: -1) },
            try network.response { $0.signature.key = try TestKey.generate(.ecdsaP256) },
            RevocationEvidence(lists: [try stranger.revocationList().read()]),
            try network.list { $0.nextUpdate = .reference.adding(seconds: -1) },
        ]
        for evidence in wrong {
            let method: EvidenceNeed.Method = evidence.lists.isEmpty ? .ocsp : .crl
            var network = network
            network.stored = FakeStore([method: evidence])
            let answer = try network.answer()
            #expect(answer.verdict.outcome == .untrusted, "\(answer.verdict.summaries)")
            #expect(!answer.verdict.reasons.contains { $0.code == .noticeRevocation })
            // The other method is asked over the network.
            #expect(answer.needs.map(\.method) == [method == .ocsp ? .crl : .ocsp])
        }
    }

    @Test func `is not used for a certificate that the issuer did not sign, so that it is not fetched again either`()
        throws
    {
        var network = try network()
        let forged = try NetworkCase().hierarchy
        network.stored = FakeStore([.ocsp: try network.response()])
        var engineCase = network.engineCase
        engineCase.chain = [forged.leaf, network.hierarchy.intermediate.certificate]
        let answer = try engineCase.answer()
        #expect(answer.verdict.outcome == .untrusted)
        #expect(answer.needs.isEmpty && answer.gathered.isEmpty)
    }

    @Test func `completes the path and then decides about revocation at once`() throws {
        var network = try NetworkCase {
            $0.extensions.set(
                .authorityInformationAccess(ocsp: [NetworkCase.ocsp], issuers: ["http://ca.example/issuing.der"])
            )
        }
        network.requirements.requirePositiveResponse = true
        network.sendsIntermediate = false
        network.fetchesIssuers = true
        let issuer = try network.hierarchy.intermediate.certificate.read()
        network.stored = FakeStore([.ocsp: try network.response()], issuers: [issuer])
        let answer = try network.answer()
        #expect(answer.needs.isEmpty)
        #expect(answer.verdict.outcome == .trusted, "\(answer.verdict.summaries)")
        #expect(answer.verdict.path.map(\.origin) == [.request, .fetched, .anchor])
        #expect(answer.gathered.results.map(\.need.method) == [.issuer, .ocsp])
        network.fetchesIssuers = false
        #expect(try network.answer().verdict.errorCodes == ["chain.issuerNotFound"])
    }

    @Test func `that is not the issuer is not looked up forever`() throws {
        var network = try NetworkCase {
            $0.extensions.set(.authorityInformationAccess(issuers: ["http://ca.example/issuing.der"]))
        }
        network.sendsIntermediate = false
        network.fetchesIssuers = true
        network.requirements.networkAccess = false
        let store = FakeStore(issuers: [try Hierarchy().intermediate.certificate.read()])
        network.stored = store
        let answer = try network.answer()
        #expect(answer.verdict.errorCodes == ["chain.issuerNotFound"])
        #expect(answer.needs.isEmpty)
        #expect(store.count == 1)
    }

    @Test func `that was not looked up is named, and refused if no look-up follows`() throws {
        let network = try network()
        let engine = TrustEngine(ports: try .tests())
        let policy = PolicyMatch.policy(
            TrustPolicy(identity: .inline, evaluator: PathEvaluator(try network.engineCase.requirements()))
        )
        var question = try network.engineCase.question()
        question.known = RememberedEvidence()
        let answer = engine.answer(to: question, under: policy)
        let foreseeable = engine.foreseeableLookups(for: question, under: policy)
        #expect(Set(answer.unasked.current).isSubset(of: foreseeable.current))
        #expect(Set(answer.unasked.revoking).isSubset(of: foreseeable.revoking))
        #expect(answer.unasked.current.map(\.method) == [.ocsp, .crl])
        #expect(answer.unasked.revoking.map(\.method) == [.ocsp, .crl])
        question.known?.isFinal = true
        question.gathered = GatheredEvidence()
        let refused = engine.answer(to: question, under: policy)
        #expect(refused.unasked.isEmpty)
        #expect(refused.verdict.errorCodes.contains("internal.budgetExhausted"))
    }

    @Test func `is not foreseen under policies that do not check revocation, and only partly without network access`()
        throws
    {
        var network = try network()
        let engine = TrustEngine(ports: try .tests())
        func lookups() throws -> MemoryLookups {
            let policy = PolicyMatch.policy(
                TrustPolicy(identity: .inline, evaluator: PathEvaluator(try network.engineCase.requirements()))
            )
            return engine.foreseeableLookups(for: try network.engineCase.question(), under: policy)
        }
        #expect(try lookups().current.map(\.method) == [.ocsp, .crl])
        network.requirements.methods = [.crl]
        #expect(try lookups().current.map(\.method) == [.crl])
        #expect(try lookups().revoking.map(\.method) == [.ocsp, .crl])
        network.requirements.networkAccess = false
        #expect(try lookups().current.isEmpty)
        #expect(try lookups().revoking.count == 2)
        network.edit = { $0.revocation = nil }
        #expect(try lookups().isEmpty)
    }
}
