/// What one evaluation may still spend on libraries, and the adapters that it spends it on.
struct EvaluationWork {
    /// The adapters.
    let ports: EvaluationPorts
    /// What searches for the paths of CRL issuers may cost.
    var signerSearches: WorkLedger
    /// What the library may still validate.
    var validations: ValidationBudget
    /// What is known of evidence.
    var memory: RevocationMemory
    /// The names of certificates, each read once.
    var names = NameReadings()
    /// Whether the path of a CRL issuer could not be judged for want of budget; it was then not accepted.
    var hasUnjudgedSigner = false

    /// Begins with a whole budget.
    init(ports: EvaluationPorts, budget: WorkBudget) {
        self.ports = ports
        signerSearches = WorkLedger(budget)
        validations = ValidationBudget(budget)
        memory = RevocationMemory(ports: ports, budget: budget)
    }

    /// Whether some evidence was not looked at for want of budget.
    var isEvidenceUnchecked: Bool { memory.signatures.isExhausted || signerSearches.isExhausted || hasUnjudgedSigner }
}
