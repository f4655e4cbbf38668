import TrustModel

/// Adds up what the CRLs about one certificate say.
struct CRLFindings {
    /// What one CRL says.
    enum State {
        case answer(RevocationAnswer)
        case defect(RevocationDefect)
    }

    private var revocations: [RevocationAnswer] = []
    private var good: [RevocationAnswer] = []
    private var defects: [RevocationDefect] = []
    private var covered: RevocationReasonFlags = []

    /// Adds what a CRL says, with the reasons for which it would have listed the certificate.
    mutating func add(_ state: State, covering reasons: RevocationReasonFlags) {
        switch state {
        case .defect(let defect): defects.append(defect)
        case .answer(let answer) where answer.revocation != nil: revocations.append(answer)
        case .answer(let answer):
            good.append(answer)
            covered.formUnion(reasons)
        }
    }

    /// Each revocation, and one good answer where the CRLs that list nothing cover every reason: partitions by reason are
    /// good together only.
    var result: (answers: [RevocationAnswer], defects: [RevocationDefect]) {
        guard let first = good.first else { return (revocations, defects) }
        guard covered.isSuperset(of: .all) else {
            let missing = RevocationReasonFlags.all.subtracting(covered).names.joined(separator: ", ")
            let message = "\(first.source) is not among those that cover the reasons \(missing)"
            return (revocations, defects + [RevocationDefect(.revocationUnavailable, message, facts: first.facts)])
        }
        let together = RevocationAnswer(
            method: .crl,
            revocation: nil,
            currentUntil: good.map(\.currentUntil).min() ?? first.currentUntil,
            source: first.source,
            facts: first.facts,
            deviations: Self.deviations(of: good)
        )
        return (revocations + [together], defects)
    }

    /// Each deviation once, the first few: nobody needs more to look at the rest.
    private static func deviations(of answers: [RevocationAnswer]) -> [CRLDeviation] {
        var deviations: [CRLDeviation] = []
        for deviation in answers.lazy.flatMap(\.deviations)
        where deviations.count < PathContext.maximumFindingsEach && !deviations.contains(deviation) {
            deviations.append(deviation)
        }
        return deviations
    }
}
