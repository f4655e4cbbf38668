import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// One question to the engine: a chain as sent, anchors, and other inputs that a test sets.
struct EngineCase {
    var chain: [TestCertificate]
    var anchors: [TestCertificate]
    var host: RequestedHost = .name(.dns("api.example.com"))
    var instant = Instant.reference
    var timeSource = TimeSource.clock
    var budget = WorkBudget()
    var explain = false
    var mode = Verdict.Mode.enforce
    var reportsChains = false
    var exceptions: [TrustException] = []
    var evidence = RevocationEvidence()
    var gathered = GatheredEvidence()
    /// The memory of fetched evidence.
    var stored: FakeStore?
    /// The blocks of the operator.
    var blocks: [Block] = []
    /// The log list for constraints on anchors.
    var logs: TransparencyLogList?
    /// The serialized timestamps in the request.
    var timestamps: [[UInt8]] = []
    /// Replaces OpenSSL.
    var verifier: (any SignatureVerifying)?
    /// Replaces libpsl.
    var publicSuffixes: (any PublicSuffixes)?
    /// Edits the requirements after the anchors are set.
    var edit: @Sendable (inout PathRequirements) -> Void = { _ in }

    /// Creates a case with a chain, leaf first, and anchors.
    init(_ chain: [TestCertificate], anchors: [TestCertificate]) {
        self.chain = chain
        self.anchors = anchors
    }

    /// Returns the engine's verdict.
    func verdict() throws -> Verdict {
        try verdict(under: PathEvaluator(try requirements()))
    }

    /// Returns the requirements on a path, with the test's edits.
    func requirements(_ editFurther: (inout PathRequirements) -> Void = { _ in }) throws -> PathRequirements {
        let set = AnchorSet(name: "test", certificates: try anchors.map { try $0.read() })
        var requirements = PathRequirements(anchors: [set])
        edit(&requirements)
        editFurther(&requirements)
        return requirements
    }

    /// Returns the engine's verdict under an evaluator.
    func verdict(under evaluator: any Evaluator, by verifier: (any SignatureVerifying)? = nil) throws -> Verdict {
        try evaluation(under: evaluator, by: verifier).verdict
    }

    /// Returns the question to the engine.
    func question() throws -> TrustQuestion {
        var question = TrustQuestion(
            chain: try chain.map { try $0.read() },
            host: host,
            instant: instant,
            timeSource: timeSource,
            evidence: evidence,
            timestamps: try timestamps.flatMap { try OpenSSLEvidenceReader().timestamps(in: $0) },
            explain: explain
        )
        question.gathered = gathered
        question.known = stored == nil ? nil : RememberedEvidence()
        question.logs = logs
        question.blocks = BlockList(blocks).inForce(at: .reference)
        return question
    }

    /// Returns the engine's verdict with the missing evidence.
    func answer(under evaluator: (any Evaluator)? = nil, floor: PolicyMatch? = nil) throws -> TrustAnswer {
        let engine = TrustEngine(ports: try .tests(verifier, publicSuffixes), budget: budget)
        let evaluator = try evaluator ?? PathEvaluator(requirements())
        return engine.answer(to: try question(), under: .policy(policy(evaluator)), floor: floor, with: stored)
    }

    private func policy(_ evaluator: any Evaluator) -> TrustPolicy {
        TrustPolicy(
            identity: .inline,
            evaluator: evaluator,
            mode: mode,
            reportsChains: reportsChains,
            exceptions: exceptions
        )
    }

    /// Returns the engine's verdict and the number of evaluated paths.
    func evaluation(
        under evaluator: (any Evaluator)? = nil,
        by verifier: (any SignatureVerifying)? = nil
    ) throws -> (verdict: Verdict, paths: Int) {
        let ports = try EvaluationPorts.tests(verifier ?? self.verifier, publicSuffixes)
        let engine = TrustEngine(ports: ports, budget: budget)
        var question = try question()
        let evaluator = try evaluator ?? PathEvaluator(requirements())
        if let stored {
            var known = RememberedEvidence()
            known.add(engine.foreseeableLookups(for: question, under: .policy(policy(evaluator))), from: stored)
            question.known = known
        }
        let (decision, session) = engine.evaluation(of: question, under: policy(evaluator))
        let answer = TrustAnswer.concluding(
            decision,
            session.report,
            wanting: [decision.needs],
            to: question,
            under: .policy(policy(evaluator)),
            floor: nil
        )
        return (answer.verdict, session.resources.evaluatedPaths)
    }
}

extension Moment {
    /// A moment at the reference time.
    static var reference: Moment { Moment(EvaluationTime(.reference)) }
}

extension EvaluationPorts {
    /// The real libraries, unless replaced.
    static func tests(
        _ verifier: (any SignatureVerifying)? = nil,
        _ publicSuffixes: (any PublicSuffixes)? = nil
    ) throws -> EvaluationPorts {
        EvaluationPorts(
            signatures: try verifier ?? #require(OpenSSLSignatureVerifier()),
            evidence: OpenSSLEvidenceVerifier(),
            timestamps: OpenSSLTimestampVerifier(),
            publicSuffixes: try publicSuffixes ?? #require(PSLSuffixes())
        )
    }
}

/// Returns the engine's pin plan for certificates at the reference time.
func pinPlan(of certificates: [TestCertificate]) throws -> PinPlan {
    let engine = TrustEngine(ports: try .tests())
    return try engine.pinPlan(for: certificates.map { try $0.read() }, at: .reference)
}

extension Verdict {
    /// Each reason as `severity code depth`.
    var summaries: [String] { reasons.map(\.summary) }

    /// The codes of the errors.
    var errorCodes: [String] { reasons.filter { $0.severity == .error }.map(\.code.name) }

    /// The codes of the warnings.
    var warningCodes: [String] { reasons.filter { $0.severity == .warning }.map(\.code.name) }

    /// The status of a check.
    func status(of check: String) -> CheckReport.Status? { checks.first { $0.name == check }?.status }

    /// The DER of the path's certificates.
    var pathDER: [[UInt8]] { path.map(\.certificate.der) }
}

/// Returns all permutations of elements.
func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { index in
        var rest = elements
        let first = rest.remove(at: index)
        return permutations(of: rest).map { [first] + $0 }
    }
}
