import TrustModel

/// Combines the results of all CRLs about one certificate.
struct CRLFindings {
    enum ListResult {
        case answer(RevocationAnswer)
        case defect(RevocationDefect)
    }

    private var revocations: [RevocationAnswer] = []
    private var good: [RevocationAnswer] = []
    private var defects: [RevocationDefect] = []
    private var covered: RevocationReasonFlags = []

    mutating func add(_ result: ListResult, covering reasons: RevocationReasonFlags) {
        switch result {
        case .defect(let defect): defects.append(defect)
        case .answer(let answer) where answer.revocation != nil: revocations.append(answer)
        case .answer(let answer):
            good.append(answer)
            covered.formUnion(reasons)
        }
    }

    /// All revocations, and one good answer if the CRLs without a revocation together cover all revocation reasons.
    var result: (answers: [RevocationAnswer], defects: [RevocationDefect]) {
        guard let first = good.first else { return (revocations, defects) }
        // The certificate may be revoked for a reason that no CRL covers (RFC 5280 section 6.3.3 (l)).
        guard covered.isSuperset(of: .all) else {
            let missing = RevocationReasonFlags.all.subtracting(covered).names.joined(separator: ", ")
            let message = "\(first.source) covers only some revocation reasons, and no other CRL covers \(missing)"
            var defect = RevocationDefect(.revocationUnavailable, message, facts: first.facts)
            defect.piece = first.piece
            return (revocations, defects + [defect])
        }
        let together = RevocationAnswer(
            method: .crl,
            revocation: nil,
            currentUntil: good.map(\.currentUntil).min() ?? first.currentUntil,
            source: first.source,
            facts: first.facts,
            deviations: Self.deviations(of: good),
            piece: first.piece
        )
        return (revocations + [together], defects)
    }

    /// Returns each deviation once, up to ``PathContext/maximumFindingsEach``.
    private static func deviations(of answers: [RevocationAnswer]) -> [CRLDeviation] {
        var deviations: [CRLDeviation] = []
        for deviation in answers.lazy.flatMap(\.deviations)
        where deviations.count < PathContext.maximumFindingsEach && !deviations.contains(deviation) {
            deviations.append(deviation)
        }
        return deviations
    }
}
