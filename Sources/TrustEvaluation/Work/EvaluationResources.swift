import TrustModel

/// What one evaluation may still spend, the adapters that it spends it on, and what was found out already.
struct EvaluationResources {
    /// The adapters.
    let ports: EvaluationPorts
    /// The signatures that were checked, and what may still be.
    var signatures: SignatureChecks
    /// What is known of evidence.
    var memory = RevocationCache()
    /// The names of certificates, each read once.
    var names = CertificateNameTable()
    /// Whether some evidence was not looked at for want of budget, at whatever time.
    var isEvidenceUnchecked = false
    /// The number of paths that were evaluated.
    private(set) var evaluatedPaths = 0
    /// The leaf's wildcard for a public suffix, once it was looked for: a leaf can have thousands of names.
    private var suffixWildcard: (leaf: Fingerprint, name: GeneralName?)?

    /// Begins with a whole budget.
    init(ports: EvaluationPorts, budget: WorkBudget) {
        self.ports = ports
        signatures = SignatureChecks(ports: ports, budget: budget)
    }

    /// Pays for some work; false where the budget does not allow it.
    mutating func pay(_ cost: Int, for kind: WorkKind) -> Bool {
        signatures.account.pay(cost, for: kind)
    }

    /// Verifies the signatures of a path and pays for its evaluation; nil if the budget does not allow it.
    mutating func signatures(of path: CandidatePath) -> PathSignatures? {
        guard pay(path.evaluationCost, for: .certificates), pay(names.comparisons(in: path), for: .names),
            pay(path.policyCost, for: .policies)
        else { return nil }
        guard let results = signatures.verify(path) else { return nil }
        evaluatedPaths += 1
        return results
    }

    /// A wildcard of the leaf that stands directly under a public suffix.
    mutating func suffixWildcard(of leaf: Certificate) -> GeneralName? {
        if let known = suffixWildcard, known.leaf == leaf.facts.fingerprint { return known.name }
        let name = AlternativeNameRule.suffixWildcard(of: leaf.facts, ports.publicSuffixes)
        suffixWildcard = (leaf.facts.fingerprint, name)
        return name
    }

    /// Charges for the findings of a path, whose number is known only after the rules have run.
    mutating func charge(for evaluation: PathEvaluation) {
        signatures.account.charge(evaluation.findings.count / 4, for: .certificates)
    }

    /// Why a signature could not be checked, so that the evaluation says nothing; nil where all could be.
    var failure: LibraryFailure? { signatures.failure }

    /// How often something could not be paid for.
    var refusals: Int { signatures.account.refusals }
}
