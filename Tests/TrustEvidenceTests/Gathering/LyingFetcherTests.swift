import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@Suite struct `A fetcher that returns wrong bytes` {
    private let gathering: GatheringCase

    init() throws {
        gathering = try GatheringCase()
    }

    /// Returns the status of the leaf under the gathered evidence, according to the engine.
    private func codes(_ gathered: GatheredEvidence, in gathering: GatheringCase) throws -> [String] {
        let engine = TrustEngine(
            ports: EvaluationPorts(
                signatures: try #require(OpenSSLSignatureVerifier()),
                evidence: OpenSSLEvidenceVerifier(),
                timestamps: OpenSSLTimestampVerifier(),
                publicSuffixes: try #require(PSLSuffixes())
            )
        )
        var question = TrustQuestion(
            chain: [try gathering.leaf.read(), try gathering.issuing.certificate.read()],
            host: .name(.dns("api.example.com")),
            instant: gathering.clock.now
        )
        question.gathered = gathered
        let anchors = AnchorSet(name: "test", certificates: [try gathering.root.certificate.read()])
        var requirements = PathRequirements(anchors: [anchors])
        requirements.revocation = RevocationRequirements(scope: .leaf, requirePositiveResponse: true)
        requirements.revocation?.networkAccess = true
        let policy = TrustPolicy(identity: .inline, evaluator: PathEvaluator(requirements))
        return engine.answer(to: question, under: .policy(policy)).verdict.reasons.map(\.code.name)
    }

    private func wrongBodies(_ method: EvidenceNeed.Method) throws -> [String: [UInt8]] {
        let other = try TestAuthority.root("Issuing")
        let sibling = try gathering.issuing.issueLeaf("other.example.com")
        var generator = SeededGenerator(seed: 7)
        let random = (0..<600).map { _ in UInt8.random(in: 0...255, using: &generator) }
        guard method == .ocsp else {
            return [
                "empty": [], "random": random, "HTML": Array("<html>not found</html>".utf8),
                "another issuer's": try other.revocationList().der,
                "stale": try gathering.list { $0.nextUpdate = .reference.adding(seconds: -1) },
                "from the future": try gathering.list { $0.thisUpdate = .reference.adding(seconds: 301) },
                "corrupt": try gathering.list { $0.signature.isCorrupt = true },
                "a response": try gathering.response(),
            ]
        }
        return [
            "empty": [], "random": random, "a CRL": try gathering.list(),
            "about another certificate": try gathering.response(about: sibling),
            "stale": try gathering.response { $0.responses[0].nextUpdate = .reference.adding(seconds: -1) },
            "from the future": try gathering.response { $0.responses[0].thisUpdate = .reference.adding(seconds: 301) },
            "corrupt": try gathering.response { $0.signature.isCorrupt = true },
            "another key's": try gathering.response { $0.signature.key = other.key },
            "unknown": try gathering.response(.unknown),
            "an error": try gathering.response { $0.status = .tryLater },
        ]
    }

    @Test(arguments: [EvidenceNeed.Method.ocsp, .crl])
    func `causes no answer and stores nothing`(method: EvidenceNeed.Method) throws {
        for (name, body) in try wrongBodies(method) {
            let gathering = try GatheringCase(sharing: gathering)
            gathering.fetcher.answer { _ in .body(body) }
            let delivery = gathering.gather(try gathering.need(method))
            #expect(delivery.count == 1, "\(name)")
            #expect(!delivery.results[0].failures.isEmpty, "\(name): \(delivery.summary)")
            #expect(gathering.gatherer.figures.entries == 0, "\(name)")
            var gathered = GatheredEvidence()
            for result in delivery.results { gathered.add(result) }
            let codes = try codes(gathered, in: gathering)
            #expect(!codes.contains("notice.revocation"), "\(name): \(codes)")
            #expect(codes.contains("revocation.unavailable"), "\(name): \(codes)")
        }
    }

    @Test func `cannot exceed the maximum length`() throws {
        var bounds = EvidenceBounds()
        bounds.crlBytes = 100
        let gathering = try GatheringCase(sharing: gathering, bounds: bounds)
        let list = try gathering.list()
        gathering.fetcher.answer { _ in .body(list) }
        #expect(gathering.gather(try gathering.need(.crl)).summary == ["tooLarge none"])
        #expect(gathering.fetcher.requests[0].maximumBytes == 100)
    }

    @Test func `still gives a revocation, which is stored and used`() throws {
        let body = try gathering.response(.revoked(at: .reference.adding(days: -1)))
        gathering.fetcher.answer { _ in .body(body) }
        for origin in ["network", "cache"] {
            let delivery = gathering.gather(try gathering.need(.ocsp))
            #expect(delivery.summary == [origin])
            var gathered = GatheredEvidence()
            for result in delivery.results { gathered.add(result) }
            #expect(try codes(gathered, in: gathering).contains("revocation.revoked"))
        }
    }
}
