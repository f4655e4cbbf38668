import TrustModel

/// What the validations of one evaluation may still cost: the library checks each path from end to end, whatever the
/// search has found out before.
struct ValidationBudget {
    private var signatures: Int
    private var nameComparisons: Int

    /// Starts whole.
    init(_ budget: WorkBudget) {
        signatures = budget.validatedSignatures
        nameComparisons = budget.nameComparisons
    }

    /// Pays for the validation of a path; false, and nothing paid, where it costs more than is left.
    mutating func pay(for path: CandidatePath) -> Bool {
        let signatures = path.issuers.reduce(0) { $0 + $1.facts.publicKey.verificationCost }
        let comparisons = Self.nameComparisons(in: path)
        guard signatures <= self.signatures, comparisons <= nameComparisons else { return false }
        self.signatures -= signatures
        nameComparisons -= comparisons
        return true
    }

    /// How often the library compares a name with a constraint: each constraint with each name below it.
    private static func nameComparisons(in path: CandidatePath) -> Int {
        var names = 0
        var comparisons = 0
        for certificate in path.certificates {
            comparisons += certificate.constraintCount * names
            names += certificate.nameCount
        }
        return comparisons
    }
}

extension Certificate {
    /// The subject counts as one, and once more for each of its attributes, which may be mailboxes.
    fileprivate var nameCount: Int {
        let subject = 1 + facts.subject.relativeNames.reduce(0) { $0 + $1.count }
        return subject + count(of: .subjectAlternativeName, facts.extensions.subjectAlternativeNames?.count)
    }

    fileprivate var constraintCount: Int {
        let constraints = facts.extensions.nameConstraints
        return count(of: .nameConstraints, constraints.map { $0.permitted.count + $0.excluded.count })
    }

    /// An extension that could not be read here may be readable to the library: as many elements as the bytes can hold.
    private func count(of type: OID, _ known: Int?) -> Int {
        known ?? (facts.extensions.contains(type) ? der.count / 4 : 0)
    }
}
