import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies

/// What every command that evaluates or reads policies is made of.
struct EvaluationParts: Sendable {
    let certificates = OpenSSLCertificateReader()
    let evidence = OpenSSLEvidenceReader()
    let names = IDN2Names()
    let suffixes: PSLSuffixes

    /// Reads what all parts share.
    ///
    /// - Throws: ``CommandFailure`` where there is no list of public suffixes, without which wildcards cannot be judged.
    init() throws(CommandFailure) {
        guard let suffixes = PSLSuffixes() else {
            throw CommandFailure(
                ["libpsl has no list of public suffixes; the package publicsuffix installs one"],
                status: .refused
            )
        }
        self.suffixes = suffixes
    }

    /// What loads the policies.
    ///
    /// - Parameters:
    ///   - directory: the policy directory; nil for the built-in set only.
    ///   - systemAnchors: the bundle or directory of the system's anchors.
    /// - Returns: a loader that has not read anything yet.
    func loader(directory: String?, systemAnchors: String) -> PolicyLoader {
        PolicyLoader(
            directory: directory,
            systemAnchors: systemAnchors,
            certificates: certificates,
            evidence: evidence,
            names: names,
            suffixes: suffixes,
            sha256: { SHA256.fingerprint(of: $0[...]) }
        )
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
        guard let validator = OpenSSLPathValidator() else {
            throw CommandFailure(["OpenSSL cannot be set up: there is too little memory"], status: .refused)
        }
        return EvaluationService(
            engine: TrustEngine(
                ports: EvaluationPorts(
                    paths: validator,
                    evidence: OpenSSLEvidenceVerifier(),
                    publicSuffixes: suffixes
                ),
                budget: budget
            ),
            certificates: certificates,
            evidence: evidence,
            names: names,
            limits: limits,
            allowsInlinePolicies: allowsInlinePolicies
        )
    }
}
