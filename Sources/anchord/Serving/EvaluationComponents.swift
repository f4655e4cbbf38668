import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies

/// What every command that evaluates or reads policies is made of.
struct EvaluationComponents: Sendable {
    /// What policies are read with.
    let documents: DocumentPorts
    /// What the certificates of requests are read with.
    let requestCertificates: OpenSSLCertificateReader
    /// What is remembered between requests.
    let caches: EvaluationCaches

    /// Reads what all parts share.
    ///
    /// - Parameter caches: what is remembered between requests; nothing for commands that answer one.
    /// - Throws: ``CommandFailure`` where there is no list of public suffixes, without which wildcards cannot be evaluated.
    init(caches: EvaluationCaches = EvaluationCaches(certificates: 0, signatures: 0)) throws(CommandFailure) {
        self.caches = caches
        requestCertificates = OpenSSLCertificateReader(cache: caches.certificates)
        guard let suffixes = PSLSuffixes() else {
            throw CommandFailure(
                ["libpsl has no list of public suffixes; the package publicsuffix installs one"],
                status: .refused
            )
        }
        documents = DocumentPorts(
            certificates: OpenSSLCertificateReader(),
            evidence: OpenSSLEvidenceReader(),
            names: IDN2Names(),
            suffixes: suffixes,
            sha256: { SHA256.fingerprint(of: $0[...]) },
            now: { WallClock.now().instant }
        )
    }

    /// What loads the policies.
    ///
    /// - Parameters:
    ///   - directory: the policy directory; nil for the built-in set only.
    ///   - systemAnchors: the bundle or directory of the system's anchors.
    /// - Returns: a loader that has not read anything yet.
    func loader(directory: String?, systemAnchors: String) -> PolicyLoader {
        PolicyLoader(directory: directory, systemAnchors: systemAnchors, ports: documents)
    }

    /// What answers requests.
    ///
    /// - Parameters:
    ///   - budget: the work that one evaluation may cause.
    ///   - limits: bounds on the anchors of inline policies.
    ///   - allowsInlinePolicies: whether requests may bring policies.
    /// - Returns: a service with an engine of its own.
    /// - Throws: ``CommandFailure`` where OpenSSL has no memory.
    func service(
        budget: WorkBudget,
        limits: CertificateLimits,
        allowsInlinePolicies: Bool
    ) throws(CommandFailure) -> EvaluationService {
        guard let verifier = OpenSSLSignatureVerifier(signatures: caches.signatures) else {
            throw CommandFailure(["OpenSSL cannot be set up: there is too little memory"], status: .refused)
        }
        return EvaluationService(
            engine: TrustEngine(
                ports: EvaluationPorts(
                    signatures: verifier,
                    evidence: OpenSSLEvidenceVerifier(),
                    publicSuffixes: documents.suffixes
                ),
                budget: budget
            ),
            documents: documents,
            limits: limits,
            allowsInlinePolicies: allowsInlinePolicies
        )
    }
}
