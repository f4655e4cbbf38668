import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Responses that say that newer information is available all the time (RFC 6960 section 4.2.2.1).
@Suite struct `An OCSP response without nextUpdate` {
    /// The places from which evidence comes.
    enum Source: CaseIterable {
        case request, policy, memory, network
    }

    /// Returns the answer with a response of an age that comes from a place, under a maximum age.
    private func answer(
        age: Int64,
        from source: Source,
        maximumAge: Int64? = nil,
        _ status: TestOCSPCertificateStatus = .good
    ) throws -> TrustAnswer {
        try network(age: age, from: source, maximumAge: maximumAge, status).answer()
    }

    private func network(
        age: Int64,
        from source: Source,
        maximumAge: Int64?,
        _ status: TestOCSPCertificateStatus = .good
    ) throws -> NetworkCase {
        var network = try NetworkCase { $0.extensions.remove(.crlDistributionPoints) }
        network.requirements.requirePositiveResponse = true
        if let maximumAge { network.requirements.withoutNextUpdate = maximumAge }
        let response = try network.response(status) {
            $0.responses[0].thisUpdate = .reference.adding(seconds: -age)
            $0.responses[0].nextUpdate = nil
        }
        switch source {
        case .request: network.evidence = response
        case .policy: network.requirements.evidence = response
        case .memory: network.stored = FakeStore([.ocsp: response])
        case .network: try network.gather(response, from: .network(url: NetworkCase.ocsp, milliseconds: 9))
        }
        return network
    }

    @Test(arguments: Source.allCases)
    func `is good for an hour from thisUpdate, inclusive, and validUntil says so`(source: Source) throws {
        let last = try answer(age: 3600, from: source).verdict
        #expect(last.outcome == .trusted, "\(last.summaries)")
        #expect(last.validUntil == .reference)
        let earlier = try answer(age: 600, from: source).verdict
        #expect(earlier.validUntil == Instant.reference.adding(seconds: 3000))
        #expect(try answer(age: 3601, from: source).verdict.errorCodes.first == "revocation.stale")
    }

    @Test(arguments: Source.allCases)
    func `is good for the time that the policy allows`(source: Source) throws {
        #expect(try answer(age: 86400, from: source, maximumAge: 86400).verdict.outcome == .trusted)
        #expect(try answer(age: 86401, from: source, maximumAge: 86400).verdict.outcome == .untrusted)
        #expect(try answer(age: 601, from: source, maximumAge: 600).verdict.outcome == .untrusted)
    }

    @Test(arguments: [Source.request, .policy, .memory], [0, 1, -60, 3600] as [Int64])
    func `is good only for the request that fetched it if the policy allows no age`(source: Source, age: Int64) throws {
        let verdict = try answer(age: age, from: source, maximumAge: 0).verdict
        #expect(verdict.errorCodes.first == "revocation.stale", "\(verdict.summaries)")
    }

    @Test(arguments: [(0, true), (1, true), (-300, true), (300, true), (301, false), (-301, false)] as [(Int64, Bool)])
    func `that was fetched for the request is good although the clocks differ by five minutes`(
        age: Int64,
        isGood: Bool
    ) throws {
        for maximumAge: Int64 in [0, 1] {
            let verdict = try answer(age: age, from: .network, maximumAge: maximumAge).verdict
            #expect((verdict.outcome == .trusted) == isGood, "\(maximumAge) \(verdict.summaries)")
            if isGood, maximumAge == 0 { #expect(!verdict.reuse.isRepeatable) }
            if isGood, age >= 0 {
                #expect(verdict.validUntil == Instant.reference.adding(seconds: age > 0 ? 0 : maximumAge))
            }
        }
        // Only the request that fetched it may use it, also if the responder's clock is fast.
        if age == -300 {
            #expect(try answer(age: age, from: .network, maximumAge: 0).verdict.validUntil == .reference)
        }
    }

    @Test func `that only one request may use is in no remembered verdict, also in report mode and under a floor`()
        throws
    {
        var network = try network(age: 1, from: .network, maximumAge: 0)
        let checking = PolicyMatch.policy(
            TrustPolicy(identity: .inline, evaluator: PathEvaluator(try network.engineCase.requirements()))
        )
        let floor = try network.engineCase.answer(under: DisabledEvaluator(), floor: checking).verdict
        #expect(floor.outcome == .trusted)
        #expect(!floor.reuse.isRepeatable)
        network.edit = { $0.maximumLifetime = 1 }
        var engineCase = network.engineCase
        engineCase.mode = .report
        for answer in [try engineCase.answer(), try engineCase.answer(floor: checking)] {
            #expect((answer.verdict.outcome, answer.verdict.action) == (.untrusted, .allow))
            #expect(answer.verdict.validUntil == nil)
            #expect(!answer.verdict.reuse.isRepeatable)
        }
    }

    @Test(arguments: Source.allCases, [0, 3600] as [Int64])
    func `revokes permanently at every age`(source: Source, maximumAge: Int64) throws {
        let status = TestOCSPCertificateStatus.revoked(at: .reference.adding(days: -30), reason: .keyCompromise)
        let verdict = try answer(age: 20 * 86400, from: source, maximumAge: maximumAge, status).verdict
        #expect(verdict.errorCodes == ["revocation.revoked"])
    }

    @Test func `of one policy in a composite does not lengthen the age of another's`() throws {
        var network = try NetworkCase()
        network.requirements.requirePositiveResponse = true
        network.stored = FakeStore([
            .ocsp: try network.response {
                $0.responses[0].thisUpdate = .reference.adding(seconds: -7200)
                $0.responses[0].nextUpdate = nil
            }
        ])
        let members = try [Int64(86400), 3600].map { age in
            var own = network
            own.requirements.withoutNextUpdate = age
            let evaluator = PathEvaluator(try own.engineCase.requirements())
            return CompositeEvaluator.Member(label: "\(age)", evaluator: evaluator)
        }
        for members in permutations(of: members) {
            let answer = try network.engineCase.answer(under: CompositeEvaluator(.allOf, members))
            #expect(answer.verdict.outcome == .untrusted)
        }
    }
}
