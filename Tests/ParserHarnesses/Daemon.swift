import BoundedCache
import MicrohttpdServer
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies

/// The parts of the daemon that parsers work with, made once.
enum Daemon {
    /// The time of every reading.
    static let now = Instant(secondsSince1970: 1_790_000_000)

    static let suffixes: PSLSuffixes = {
        guard let suffixes = PSLSuffixes() else { preconditionFailure("the package publicsuffix has a list") }
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

    /// The system's anchors of documents.
    static let noAnchors = AnchorSet(name: "system", certificates: [], owner: .system)

    /// Trusts one root.
    static let responder: APIResponder = {
        let loader = PolicyLoader(
            directory: nil,
            systemAnchors: Corpus.directory + "/certificate/root.der",
            ports: documents
        )
        guard let policies = try? PolicyStore(now: { now }, load: loader.load),
            let signatures = OpenSSLSignatureVerifier(signatures: SignatureCache(entries: 0))
        else { preconditionFailure("the corpus has a root") }
        let ports = EvaluationPorts(
            signatures: signatures,
            evidence: OpenSSLEvidenceVerifier(),
            publicSuffixes: suffixes
        )
        let limits = CertificateLimits()
        return APIResponder(
            APIContext(
                service: EvaluationService(
                    engine: TrustEngine(ports: ports),
                    documents: documents,
                    limits: limits,
                    allowsInlinePolicies: true
                ),
                certificates: OpenSSLCertificateReader(),
                evidence: OpenSSLEvidenceReader(),
                limits: limits,
                policies: policies,
                verdicts: VerdictCache(entries: 0, bytes: 0, workers: 1) { SHA256.fingerprint(of: $0[...]) },
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
