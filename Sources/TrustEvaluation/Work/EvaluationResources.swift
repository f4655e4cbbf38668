import TrustModel

/// The resources of one evaluation: the adapters, the remaining budget and cached results.
struct EvaluationResources {
    let ports: EvaluationPorts
    /// The time of the evaluation.
    let time: Moment
    /// The verified signatures and the remaining budget.
    var signatures: SignatureChecks
    var revocationCache = RevocationCache()
    /// The timestamps that were collected for the leaf.
    var timestamps = TimestampCache()
    /// The names of certificates, each parsed once.
    var names = CertificateNameTable()
    /// Whether some evidence could not be checked within the budget.
    var isEvidenceUnchecked = false
    /// Whether revocation was checked with a memory of evidence, which can learn of a revocation at any time.
    var dependsOnMemory = false
    private(set) var evaluatedPaths = 0
    /// The leaf's wildcard directly below a public suffix, cached because a leaf can have thousands of names.
    private var suffixWildcard: (leaf: Fingerprint, name: GeneralName?)?

    init(ports: EvaluationPorts, budget: WorkBudget, time: Moment) {
        self.ports = ports
        self.time = time
        signatures = SignatureChecks(ports: ports, budget: budget)
    }

    mutating func pay(_ cost: Int, for kind: WorkKind) -> Bool {
        signatures.remainingBudget.pay(cost, for: kind)
    }

    /// Verifies the signatures of a path and pays for the path's evaluation; nil if too little budget remains.
    mutating func signatures(of path: CandidatePath) -> PathSignatures? {
        guard pay(path.evaluationCost, for: .certificates), pay(names.comparisons(in: path), for: .names),
            pay(path.policyCost, for: .policies)
        else { return nil }
        guard let results = signatures.verify(path) else { return nil }
        evaluatedPaths += 1
        return results
    }

    mutating func suffixWildcard(of leaf: Certificate) -> GeneralName? {
        if let known = suffixWildcard, known.leaf == leaf.facts.fingerprint { return known.name }
        let name = AlternativeNameRule.suffixWildcard(of: leaf.facts, ports.publicSuffixes)
        suffixWildcard = (leaf.facts.fingerprint, name)
        return name
    }

    /// Charges for the findings of a path, whose number is known only after the rules have run.
    mutating func charge(for evaluation: PathEvaluation) {
        signatures.remainingBudget.charge(evaluation.findings.count / 4, for: .certificates)
    }

    /// The first failure of the library, which leaves the evaluation undecided; nil if there is none.
    var failure: LibraryFailure? { signatures.failure }

    var refusals: Int { signatures.remainingBudget.refusals }
}
