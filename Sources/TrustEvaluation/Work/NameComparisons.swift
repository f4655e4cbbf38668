import TrustModel

extension CandidatePath {
    /// How often the library compares a name with a constraint when it validates the path: each constraint with each name
    /// below it.
    var nameComparisons: Int {
        var names = 0
        var comparisons = 0
        for certificate in certificates {
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
