import BoundedCache
import MicrohttpdServer
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService

/// The parts of the daemon that parsers need, created once.
enum Daemon {
    /// The evaluation time.
    static let now = Instant(secondsSince1970: 1_790_000_000)

    static let suffixes: PSLSuffixes = {
        guard let suffixes = PSLSuffixes() else {
            preconditionFailure("there is no Public Suffix List: install the package publicsuffix")
        }
        return suffixes
    }()

    static let documents = DocumentPorts(
        certificates: OpenSSLCertificateReader(),
        evidence: OpenSSLEvidenceReader(),
        names: IDN2Names(),
        suffixes: suffixes,
        sha256: { SHA256.fingerprint(of: $0[...]) },
        now: { now }
    )

    /// An empty system trust store.
    static let noAnchors = AnchorSet(name: "system", certificates: [], owner: .system)

    /// A configuration that trusts one root.
    static let responder: APIResponder = {
        let loader = PolicyLoader(
            directory: nil,
            systemAnchors: Corpus.directory + "/certificate/root.der",
            ports: documents
        )
        guard let policies = try? PolicyStore(now: { now }, load: loader.load),
            let signatures = OpenSSLSignatureVerifier(signatures: SignatureCache(entries: 0))
        else { preconditionFailure("the corpus has no root certificate") }
        let ports = EvaluationPorts(
            signatures: signatures,
            evidence: OpenSSLEvidenceVerifier(),
            timestamps: OpenSSLTimestampVerifier(),
            publicSuffixes: suffixes
        )
        let limits = CertificateLimits()
        return APIResponder(
            APIContext(
                evaluations: Evaluations(
                    engine: TrustEngine(ports: ports),
                    documents: documents,
                    limits: limits,
                    allowsInlinePolicies: true,
                    decisions: Decisions(ids: DecisionIDSource(workers: 1))
                ),
                certificates: OpenSSLCertificateReader(),
                evidence: OpenSSLEvidenceReader(),
                limits: limits,
                policies: policies,
                answers: AnswerCache(entries: 0, bytes: 0, workers: 1) { SHA256.fingerprint(of: $0[...]) },
                caches: { CacheReport(certificates: CacheFigures(), signatures: CacheFigures()) },
                metrics: Metrics(),
                now: { WallTime(milliseconds: UInt64(now.secondsSince1970) * 1000) },
                serverFigures: { ServerFigures() },
                allowedHosts: [],
                version: "fuzzing",
                startedAt: now,
                openAPI: []
            )
        )
    }()
}
