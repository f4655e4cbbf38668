import TrustModel

/// Gathers what is known of the revocation of the certificates of paths, in one evaluation.
struct RevocationChecker {
    /// A certificate under one issuer, whom it may have several of in different paths.
    private struct Pair: Hashable {
        let certificate: Fingerprint
        let issuer: Fingerprint
    }

    private struct Knowledge {
        var answers: [RevocationAnswer]
        var defects: [RevocationDefect]
        /// The pieces of evidence that were looked at.
        var pieces: Set<ObjectIdentifier>
    }

    private let brought: RevocationEvidence
    private let requirements: RevocationRequirements?
    private let sources: [any RevocationSource]
    private let instant: Instant
    private var known: [Pair: Knowledge] = [:]

    /// Prepares an evaluation.
    ///
    /// - Parameters:
    ///   - question: with what the request brought, which counts under every policy.
    ///   - requirements: what the policy asks and brings; nil where it asks nothing.
    init(of question: TrustQuestion, _ requirements: RevocationRequirements?) {
        brought = question.evidence
        self.requirements = requirements
        instant = question.instant
        sources = [GivenEvidence(brought), GivenEvidence(requirements?.evidence ?? RevocationEvidence())]
    }

    /// What is known of the certificates of a path; nothing where it has no anchor, since no key in it can be believed.
    mutating func report(for path: CandidatePath, _ signatures: inout EvidenceSignatures) -> RevocationReport {
        guard path.isAnchored, requirements != nil || !brought.isEmpty else { return RevocationReport() }
        var entries: [RevocationReport.Entry] = []
        var pieces: Set<ObjectIdentifier> = []
        for (depth, (certificate, issuer)) in zip(path.certificates, path.issuers).enumerated() {
            let knowledge = knowledge(of: certificate, issuedBy: issuer, &signatures)
            pieces.formUnion(knowledge.pieces)
            let isAsked = requirements?.asks(about: depth) ?? false
            guard isAsked || !knowledge.answers.isEmpty || !knowledge.defects.isEmpty else { continue }
            entries.append(
                RevocationReport.Entry(
                    depth: depth,
                    isAsked: isAsked,
                    answers: knowledge.answers,
                    defects: knowledge.defects
                )
            )
        }
        return RevocationReport(
            entries: entries,
            unused: unused(besides: pieces),
            requirements: requirements,
            isExhausted: signatures.isExhausted
        )
    }

    private mutating func knowledge(
        of certificate: Certificate,
        issuedBy issuer: Certificate,
        _ signatures: inout EvidenceSignatures
    ) -> Knowledge {
        let pair = Pair(certificate: certificate.facts.fingerprint, issuer: issuer.facts.fingerprint)
        if let known = known[pair] { return known }
        let evidence = sources.map { $0.evidence(about: certificate, issuedBy: issuer) }
        let lists = evidence.flatMap(\.lists)
        let responses = evidence.flatMap(\.responses)
        let byCRL = CRLProcessing(certificate: certificate, issuer: issuer, instant: instant)
            .judge(lists, &signatures)
        let byOCSP = OCSPProcessing(certificate: certificate, issuer: issuer, instant: instant)
            .judge(responses, &signatures)
        let knowledge = Knowledge(
            answers: byOCSP.answers + byCRL.answers,
            defects: byOCSP.defects + byCRL.defects,
            pieces: Set(lists.map { ObjectIdentifier($0) } + responses.map { ObjectIdentifier($0) })
        )
        known[pair] = knowledge
        return knowledge
    }

    /// What was brought and looked at for no certificate; an answer that no responder gave is about nobody, too.
    private func unused(besides pieces: Set<ObjectIdentifier>) -> [RevocationDefect] {
        let responses = brought.responses.lazy.filter { !pieces.contains(ObjectIdentifier($0)) }
            .prefix(PathContext.maximumFindingsEach).map { response in
                guard let facts = response.answer?.facts else { return response.refusal }
                let message = "\(facts.source) is about no certificate of the path"
                return RevocationDefect(.revocationResponseInvalid, message, facts: facts.summary)
            }
        let lists = brought.lists.lazy.filter { !pieces.contains(ObjectIdentifier($0)) }
            .prefix(PathContext.maximumFindingsEach).map { list in
                let message = "\(list.facts.source) is of no issuer in the path"
                return RevocationDefect(.revocationResponseInvalid, message, facts: list.facts.summary)
            }
        return Array(responses) + Array(lists)
    }
}
