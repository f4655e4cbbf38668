/// What a policy asks of revocation (`revocation` in documents).
package struct RevocationRequirements: Sendable {
    /// How the state of a certificate can be learnt.
    package enum Method: String, Sendable, CaseIterable {
        case ocsp
        case crl
    }

    /// Of which certificates the state must be known; the anchor is never among them.
    package enum Scope: String, Sendable, CaseIterable {
        case leaf
        case chain
    }

    /// The methods whose good answers count; a revocation counts however it is learnt.
    package var methods: Set<Method>
    /// Whose good answer is told where both have one.
    package var preferred: Method
    /// Of which certificates the state is asked; evidence that is at hand counts for all of them.
    package var scope: Scope
    /// Whether a certificate without a good answer is an error, not a warning.
    package var requirePositiveResponse: Bool
    /// What the policy itself brings.
    package var evidence: RevocationEvidence {
        didSet { sortedEvidence = SuppliedEvidence(evidence) }
    }
    /// The same, sorted once for all evaluations.
    private(set) var sortedEvidence: SuppliedEvidence

    /// Any available method for the whole chain, best effort.
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

    /// What it asks, a clause for operators.
    var summary: String {
        let methods = Method.allCases.filter(methods.contains).map(\.rawValue).joined(separator: " or ")
        return "revocation of the \(scope.rawValue) by \(methods)" + (requirePositiveResponse ? ", required" : "")
    }

    /// Whether an answer about the certificate at a position is asked for.
    func asks(about depth: Int) -> Bool {
        scope == .chain || depth == 0
    }
}
