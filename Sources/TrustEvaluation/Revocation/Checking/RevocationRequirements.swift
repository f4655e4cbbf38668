import TrustModel

/// A policy's requirements on revocation (`revocation` in documents).
package struct RevocationRequirements: Sendable {
    /// A source of revocation status.
    package enum Method: String, Sendable, CaseIterable {
        case ocsp
        case crl
    }

    /// The certificates that require an answer; the anchor is never one of them.
    package enum Scope: String, Sendable, CaseIterable {
        case leaf
        case chain
    }

    /// The treatment of end-entity certificates about which the CA publishes no revocation information (RFC 9608).
    package enum NoRevAvail: String, Sendable, CaseIterable {
        /// They need no answer.
        case accept
        /// They need an answer, also if other certificates need none.
        case deny
    }

    /// Why a certificate needs no answer.
    package enum Exemption: Sendable, Hashable {
        case shortLived
        case noRevocationAvailable
    }

    /// The methods whose good answers are accepted; a revocation is accepted from every method.
    package var methods: Set<Method>
    /// The method whose good answer is reported if both methods have one.
    package var preferred: Method
    /// The certificates that require an answer; available evidence is used for all certificates.
    package var scope: Scope
    /// Whether a certificate without a good answer is an error, not a warning.
    package var requirePositiveResponse: Bool
    /// Whether missing evidence may be fetched.
    package var networkAccess = false
    /// The maximum age of OCSP responses without nextUpdate, in seconds.
    ///
    /// Zero means that only the request that fetched such a response may use it.
    package var withoutNextUpdate = EvidenceFreshness.ocspAge
    /// The longest validity of certificates that need no answer, in seconds, both ends included; nil for that of the profile.
    package var shortLived: Int64?
    /// The treatment of certificates with the extension noRevAvail.
    package var noRevAvail = NoRevAvail.accept
    /// The evidence in the policy.
    package var evidence: RevocationEvidence {
        didSet { sortedEvidence = SuppliedEvidence(evidence) }
    }
    /// The policy's evidence, indexed once for all evaluations.
    private(set) var sortedEvidence: SuppliedEvidence

    /// Creates requirements; by default, they cover the whole chain, accept any method and require no good answer.
    package init(
        methods: Set<Method> = Set(Method.allCases),
        preferred: Method = .ocsp,
        scope: Scope = .chain,
        requirePositiveResponse: Bool = false,
        evidence: RevocationEvidence = RevocationEvidence()
    ) {
        self.methods = methods
        self.preferred = preferred
        self.scope = scope
        self.requirePositiveResponse = requirePositiveResponse
        self.evidence = evidence
        sortedEvidence = SuppliedEvidence(evidence)
    }

    /// The requirements as a clause for operators.
    var summary: String {
        let methods = Method.allCases.filter(methods.contains).map(\.rawValue).joined(separator: " or ")
        return "revocation of the \(scope.rawValue) by \(methods)" + (networkAccess ? ", fetched if missing" : "")
            + (requirePositiveResponse ? ", required" : "")
    }

    func asks(about depth: Int) -> Bool {
        scope == .chain || depth == 0
    }

    /// Returns why a certificate needs no answer; nil if it needs one.
    ///
    /// A revocation is accepted about every certificate. `shortLived` is the longest validity, in seconds, with which the
    /// certificate needs no answer; nil if it needs one.
    func exemption(of certificate: CertificateFacts, shortLived: Int64?) -> Exemption? {
        if let shortLived, let lifetime = certificate.lifetime, lifetime <= shortLived { return .shortLived }
        guard noRevAvail == .accept, certificate.extensions.hasNoRevocationAvailable, !certificate.isAuthority else {
            return nil
        }
        return .noRevocationAvailable
    }

    /// Whether the policy rejects a certificate that needs an answer and has none, even under a soft fail.
    func denies(_ certificate: CertificateFacts) -> Bool {
        noRevAvail == .deny && certificate.extensions.hasNoRevocationAvailable
            && exemption(of: certificate, shortLived: shortLived) == nil
    }
}
