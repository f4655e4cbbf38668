import TrustModel

/// The resources of one evaluation: the adapters, the remaining budget and cached results.
struct EvaluationResources {
    let ports: EvaluationPorts
    /// The time of the evaluation.
    let time: Moment
    /// The blocks for paths that do not begin with the presented leaf, and for OCSP responders; nil if there are none.
    var blocks: BlocksInForce?
    /// The verified signatures and the remaining budget.
    var signatures: SignatureChecks
    /// The evidence from memory and from the network that the evaluation uses.
    private(set) var gathered: GatheredEvidence
    /// The look-ups in memory that the evaluation needed and that no one had made.
    var unasked = MemoryLookups()
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

    init(ports: EvaluationPorts, budget: WorkBudget, time: Moment, gathered: GatheredEvidence = GatheredEvidence()) {
        self.ports = ports
        self.time = time
        self.gathered = gathered
        signatures = SignatureChecks(ports: ports, budget: budget)
        signatures.note(fetched: gathered.evidence.lists)
    }

    /// Uses evidence from memory for this evaluation and the following ones of the question.
    mutating func gather(_ result: GatheredEvidence.Result) {
        gathered.add(result)
        signatures.note(fetched: gathered.evidence.lists)
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
