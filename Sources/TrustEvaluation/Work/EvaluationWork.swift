import TrustModel

/// What one evaluation may still spend, the adapters that it spends it on, and what was found out already.
struct EvaluationWork {
    /// The adapters.
    let ports: EvaluationPorts
    /// The signatures that were checked, and what may still be.
    var signatures: SignatureChecks
    /// The candidate paths that may still be looked at.
    var paths: Allowance
    /// How often evidence may still be compared with certificates.
    var evidenceComparisons: Allowance
    /// What is known of evidence.
    var memory = RevocationMemory()
    /// The names of certificates, each read once.
    var names = NameReadings()
    /// Whether some evidence was not looked at for want of budget, at whatever time.
    var isEvidenceUnchecked = false
    /// The leaf's wildcard for a public suffix, once it was looked for: a leaf can have thousands of names.
    private var suffixWildcard: (leaf: Fingerprint, name: GeneralName?)?
    /// The certificates that may still be judged, each in each path.
    private(set) var judgedCertificates: Allowance
    /// The names that may still be compared with constraints.
    private(set) var nameComparisons: Allowance

    /// Begins with a whole budget.
    init(ports: EvaluationPorts, budget: WorkBudget) {
        self.ports = ports
        signatures = SignatureChecks(ports: ports, budget: budget)
        paths = Allowance(budget.paths)
        evidenceComparisons = Allowance(budget.evidenceComparisons)
        judgedCertificates = Allowance(budget.judgedCertificates)
        nameComparisons = Allowance(budget.nameComparisons)
    }

    /// What the library says of a path; nil where the budget does not allow asking.
    mutating func validate(_ path: CandidatePath, at instant: Instant) -> LibraryJudgement? {
        guard judgedCertificates.pay(path.judgingCost), nameComparisons.pay(names.comparisons(in: path)),
            let areSigned = signatures.areSigned(path)
        else { return nil }
        return ports.paths.validate(path, areSigned: areSigned, at: instant)
    }

    /// A wildcard of the leaf that stands directly under a public suffix.
    mutating func suffixWildcard(of leaf: Certificate) -> GeneralName? {
        if let known = suffixWildcard, known.leaf == leaf.facts.fingerprint { return known.name }
        let name = AlternativeNameRule.suffixWildcard(of: leaf.facts, ports.publicSuffixes)
        suffixWildcard = (leaf.facts.fingerprint, name)
        return name
    }

    /// Pays for what the rules found in a path: nobody knows before how much they have to tell.
    mutating func charge(for judged: JudgedPath) {
        judgedCertificates.charge(judged.findings.count / 4)
    }

    /// How often something could not be paid for.
    var refusals: Int {
        [signatures.allowance, paths, evidenceComparisons, judgedCertificates, nameComparisons].reduce(0) {
            $0 + $1.refusals
        }
    }
}
