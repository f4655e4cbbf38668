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
}
