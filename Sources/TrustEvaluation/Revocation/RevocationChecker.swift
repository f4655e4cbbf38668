import TrustModel

/// Gathers what is known of the revocation of the certificates of paths, in one evaluation.
struct RevocationChecker {
    private let brought: RevocationEvidence
    private let requirements: RevocationRequirements?
    private let sources: [any RevocationSource]
    private let instant: Instant
    private var known: [RevocationMemory.Pair: RevocationMemory.Knowledge] = [:]

    /// Prepares an evaluation.
    ///
    /// - Parameters:
    ///   - question: with what the request brought, which counts under every policy.
    ///   - requirements: what the policy asks and brings; nil where it asks nothing.
    init(of question: TrustQuestion, _ requirements: RevocationRequirements?) {
        brought = question.evidence
        self.requirements = requirements
        instant = question.instant
        sources = [question.sortedEvidence] + (requirements.map { [$0.sortedEvidence] } ?? [])
    }

    /// What is known of the certificates of a path; nothing where it has no anchor, since no key in it can be believed.
    ///
    /// The keys of a chain that an exception names are believed by whoever made the exception: nothing is asked of it
    /// without an anchor, but what is known to be revoked stays so.
    mutating func report(
        for path: CandidatePath,
        isExcepted: Bool,
        _ memory: inout RevocationMemory
    ) -> RevocationReport {
        guard path.isAnchored || isExcepted, requirements != nil || !brought.isEmpty else { return RevocationReport() }
        var entries: [RevocationReport.Entry] = []
        var pieces: Set<ObjectIdentifier> = []
        for (depth, (certificate, issuer)) in zip(path.certificates, path.issuers).enumerated() {
            let knowledge = knowledge(of: certificate, issuedBy: issuer, &memory)
            pieces.formUnion(knowledge.pieces)
            let isAsked = path.isAnchored && requirements?.asks(about: depth) == true
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
            requirements: path.isAnchored ? requirements : nil,
            isExhausted: memory.signatures.isExhausted
        )
    }

    private mutating func knowledge(
        of certificate: Certificate,
        issuedBy issuer: Certificate,
        _ memory: inout RevocationMemory
    ) -> RevocationMemory.Knowledge {
        let pair = RevocationMemory.Pair(certificate: certificate.facts.fingerprint, issuer: issuer.facts.fingerprint)
        if let known = known[pair] { return known }
        let evidence = sources.map { $0.evidence(about: certificate, issuedBy: issuer) }
        let knowledge = memory.knowledge(
            of: certificate,
            issuedBy: issuer,
            from: RevocationEvidence(
                lists: evidence.flatMap(\.lists),
                responses: evidence.flatMap(\.responses)
            ),
            at: instant
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
