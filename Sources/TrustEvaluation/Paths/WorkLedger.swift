import TrustModel

/// What searches may still cost, and the signatures that they have checked already.
struct WorkLedger {
    /// What is left.
    var remaining: WorkBudget
    /// Whether the budget ended a search, so that paths may have been missed.
    var isExhausted = false
    private var knownSignatures: [SignatureKey: Bool] = [:]

    private struct SignatureKey: Hashable {
        let certificate: Fingerprint
        let issuer: Fingerprint
    }

    /// Starts whole.
    init(_ budget: WorkBudget) {
        remaining = budget
    }

    /// Takes one path off the budget; false where none is left.
    mutating func payForPath() -> Bool {
        guard remaining.paths > 0, !isExhausted else {
            isExhausted = true
            return false
        }
        remaining.paths -= 1
        return true
    }

    /// Whether one certificate is signed with the key of another; false also where the budget is used up.
    mutating func isSigned(_ certificate: Certificate, by issuer: Certificate, _ validator: any PathValidating) -> Bool
    {
        let key = SignatureKey(certificate: certificate.facts.fingerprint, issuer: issuer.facts.fingerprint)
        if let known = knownSignatures[key] { return known }
        let cost = issuer.facts.publicKey.verificationCost
        guard remaining.signatureChecks >= cost else {
            isExhausted = true
            return false
        }
        remaining.signatureChecks -= cost
        let isSigned = validator.isSigned(certificate, by: issuer)
        knownSignatures[key] = isSigned
        return isSigned
    }
}
