import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The evidence of a verdict` {
    private static let network = EvidenceOrigin.network(url: NetworkCase.ocsp, milliseconds: 42)

    /// The uses as `method source outcome`.
    private func uses(_ network: NetworkCase) throws -> [String] {
        try network.answer().verdict.evidence.map { "\($0.method) \($0.source) \($0.outcome)" }
    }

    @Test func `is listed with its source and outcome`() throws {
        var network = try NetworkCase()
        network.evidence = try network.response()
        #expect(try uses(network) == ["ocsp request good"])
        network.evidence = try network.response(.revoked(at: .reference, reason: nil))
        #expect(try uses(network) == ["ocsp request revoked"])
        network.evidence = RevocationEvidence()
        network.requirements.evidence = try network.response(.unknown)
        #expect(try uses(network) == ["ocsp policy unknown"])
        network.requirements.evidence = try network.list()
        #expect(try uses(network) == ["crl policy good"])
        for (origin, name) in [(Self.network, "network"), (.cache(age: 90), "cache")] {
            var gathered = try NetworkCase()
            try gathered.gather(gathered.response(), from: origin)
            #expect(try uses(gathered) == ["ocsp \(name) good"])
        }
    }

    @Test func `includes required answers that are missing`() throws {
        var network = try NetworkCase()
        #expect(try uses(network) == ["ocsp none unknown"])
        network.requirements.preferred = .crl
        #expect(try uses(network) == ["crl none unknown"])
        try network.fail()
        try network.fail()
        #expect(try uses(network) == ["crl none unknown"])
    }

    @Test func `is empty if the policy requires no answer`() throws {
        let network = try NetworkCase()
        var engineCase = network.engineCase
        engineCase.edit = { $0.revocation = nil }
        #expect(try engineCase.answer().verdict.evidence.isEmpty)
    }

    @Test func `includes fetched issuers, and those that were not found`() throws {
        var network = try NetworkCase {
            $0.extensions.set(.authorityInformationAccess(issuers: ["http://ca.example/issuing.der"]))
        }
        network.requirements.networkAccess = false
        network.fetchesIssuers = true
        network.sendsIntermediate = false
        var missing = network
        try network.gather(issuers: [network.hierarchy.intermediate.certificate], from: Self.network)
        #expect(try uses(network).contains("issuer network found"))
        try missing.fail(.connectFailed)
        #expect(try uses(missing) == ["issuer none missing"])
    }

    @Test func `is counted once for a policy and its floor`() throws {
        let network = try NetworkCase()
        let floor = PolicyMatch.policy(
            TrustPolicy(identity: .inline, evaluator: PathEvaluator(try network.engineCase.requirements()))
        )
        let alone = try network.answer().verdict.evidence
        #expect(!alone.isEmpty)
        #expect(try network.engineCase.answer(floor: floor).verdict.evidence == alone)
        let silent = try network.engineCase.answer(under: DisabledEvaluator(), floor: floor)
        #expect(silent.verdict.evidence == alone)
    }
}
