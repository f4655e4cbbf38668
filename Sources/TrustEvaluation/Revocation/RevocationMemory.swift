import TrustModel

/// What was found out about evidence in one evaluation, so that no member of a composite finds it out again.
struct RevocationMemory {
    /// A certificate under one issuer, whom it may have several of in different paths.
    struct Pair: Hashable {
        let certificate: Fingerprint
        let issuer: Fingerprint
    }

    /// What some evidence says of a certificate.
    struct Knowledge {
        var answers: [RevocationAnswer] = []
        var defects: [RevocationDefect] = []
        /// The pieces of evidence that were looked at.
        let pieces: Set<ObjectIdentifier>
    }

    private struct Question: Hashable {
        let pair: Pair
        let pieces: [ObjectIdentifier]
    }

    /// The signatures that were checked, and what may still be.
    private(set) var signatures: EvidenceSignatures
    private var known: [Question: Knowledge] = [:]

    init(ports: EvaluationPorts, budget: WorkBudget) {
        signatures = EvidenceSignatures(ports: ports, budget: budget)
    }

    /// What evidence says of a certificate, as far as the budget allows looking.
    mutating func knowledge(
        of certificate: Certificate,
        issuedBy issuer: Certificate,
        from evidence: RevocationEvidence,
        at instant: Instant
    ) -> Knowledge {
        let pieces = evidence.lists.map { ObjectIdentifier($0) } + evidence.responses.map { ObjectIdentifier($0) }
        let pair = Pair(certificate: certificate.facts.fingerprint, issuer: issuer.facts.fingerprint)
        let question = Question(pair: pair, pieces: pieces)
        if let knowledge = known[question] { return knowledge }
        var knowledge = Knowledge(pieces: Set(pieces))
        if signatures.pay(forComparisons: evidence.comparisons(with: certificate.facts)) {
            let byCRL = CRLProcessing(certificate: certificate, issuer: issuer, instant: instant)
                .judge(evidence.lists, &signatures)
            let byOCSP = OCSPProcessing(certificate: certificate, issuer: issuer, instant: instant)
                .judge(evidence.responses, &signatures)
            knowledge.answers = byOCSP.answers + byCRL.answers
            knowledge.defects = byOCSP.defects + byCRL.defects
        }
        known[question] = knowledge
        return knowledge
    }
}

extension RevocationEvidence {
    /// What looking for a certificate costs (``WorkBudget/evidenceComparisons``).
    fileprivate func comparisons(with certificate: CertificateFacts) -> Int {
        let points = min(certificate.extensions.crlDistributionPoints?.count ?? 0, CRLScope.maximumPoints) + 1
        return responses.reduce(lists.count * points) { $0 + 1 + ($1.answer?.facts.responses.count ?? 0) / 8 }
    }
}
