import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustTestSupport

/// One question to the engine: a chain as sent, anchors, and whatever a test changes.
struct EngineCase {
    var chain: [TestCertificate]
    var anchors: [TestCertificate]
    var host: HostQuestion = .name(.dns("api.example.com"))
    var instant = Instant.reference
    var budget = WorkBudget()
    var explain = false
    var evidence = RevocationEvidence()
    /// Changes the requirements after the anchors are set.
    var edit: @Sendable (inout PathRequirements) -> Void = { _ in }

    /// A chain, the leaf first, under some anchors.
    init(_ chain: [TestCertificate], anchors: [TestCertificate]) {
        self.chain = chain
        self.anchors = anchors
    }

    /// The engine's answer.
    func verdict() throws -> Verdict {
        let set = AnchorSet(name: "test", certificates: try anchors.map { try $0.read() })
        var requirements = PathRequirements(anchors: [set])
        edit(&requirements)
        return try verdict(under: .standard(requirements))
    }

    /// The engine's answer under a mechanism.
    func verdict(under evaluator: any Evaluator) throws -> Verdict {
        let ports = EvaluationPorts(
            paths: try #require(OpenSSLPathValidator()),
            evidence: OpenSSLEvidenceVerifier(),
            publicSuffixes: try #require(PSLSuffixes())
        )
        let engine = TrustEngine(ports: ports, budget: budget)
        let question = TrustQuestion(
            chain: try chain.map { try $0.read() },
            host: host,
            instant: instant,
            evidence: evidence,
            explain: explain
        )
        return engine.evaluate(question, under: TrustPolicy(identity: .inline, evaluator: evaluator))
    }
}

extension Verdict {
    /// Each reason as `severity code depth`.
    var summaries: [String] { reasons.map(\.summary) }

    /// The codes of the errors.
    var errorCodes: [String] { reasons.filter { $0.severity == .error }.map(\.code.name) }

    /// The DER of the path's certificates.
    var pathDER: [[UInt8]] { path.map(\.certificate.der) }
}

/// Every order of some elements.
func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { index in
        var rest = elements
        let first = rest.remove(at: index)
        return permutations(of: rest).map { [first] + $0 }
    }
}
