import TrustModel

/// Gathers what is known of the revocation of the certificates of paths, in one evaluation.
///
/// CRLs may be signed by others than the issuers in a path. Such a signer must have a path of its own to the same anchor,
/// which is searched and judged like any other, its own revocation included (RFC 5280 section 6.3.3 (f)).
struct RevocationChecker {
    /// A certificate under one issuer, whom it may have several of in different paths.
    private struct Pair: Hashable {
        let certificate: Fingerprint
        let issuer: Fingerprint
    }

    /// What is known of a pair in whatever path.
    private struct Knowledge {
        let processing: CRLProcessing
        let candidates: [CRLProcessing.Candidate]
        /// What OCSP and the issuer's own CRLs say; without the latter where other CRLs are to be judged with them.
        let answers: [RevocationAnswer]
        let defects: [RevocationDefect]
        /// Whether some CRL is signed by somebody else, so that what it says depends on the path.
        let isOpen: Bool
        /// The pieces of evidence that were looked at.
        let pieces: Set<ObjectIdentifier>
    }

    /// The certificates besides a path's own that may have signed CRLs, or lead from who did to the anchor.
    let others: [Certificate]
    let requirements: PathRequirements
    let instant: Instant
    /// The signers whose paths are being judged, outermost first.
    var trials: [Certificate] = []
    /// The outermost of these whose judgement was taken for granted by a trial under way.
    var outermostAssumption = Int.max
    /// The signers whose paths were judged.
    var signers = CRLSignerRecord()
    private let brought: RevocationEvidence
    private let sources: [any RevocationSource]
    private var known: [Pair: Knowledge] = [:]
    /// The pieces of evidence that were looked at for certificates of signers' paths.
    private var signerPieces: Set<ObjectIdentifier> = []

    /// Prepares an evaluation.
    ///
    /// - Parameters:
    ///   - question: with what the request brought, which counts under every policy.
    ///   - requirements: what the policy asks and brings.
    init(of question: TrustQuestion, _ requirements: PathRequirements) {
        others = question.chain
        brought = question.evidence
        self.requirements = requirements
        instant = question.instant
        let policys = requirements.revocation?.evidence ?? RevocationEvidence()
        sources = [GivenEvidence(brought), GivenEvidence(policys)]
    }

    /// What is known of the certificates of a path; nothing where it has no anchor, since no key in it can be believed.
    mutating func report(for path: CandidatePath, _ work: inout EvaluationWork) -> RevocationReport {
        guard path.isAnchored, requirements.revocation != nil || !brought.isEmpty else { return RevocationReport() }
        let (entries, pieces) = entries(for: path, &work)
        if !trials.isEmpty { signerPieces.formUnion(pieces) }
        return RevocationReport(
            entries: entries,
            unused: trials.isEmpty ? unused(besides: pieces.union(signerPieces)) : [],
            requirements: requirements.revocation,
            isExhausted: work.isEvidenceUnchecked
        )
    }

    private mutating func entries(
        for path: CandidatePath,
        _ work: inout EvaluationWork
    ) -> (entries: [RevocationReport.Entry], pieces: Set<ObjectIdentifier>) {
        var entries: [RevocationReport.Entry] = []
        var pieces: Set<ObjectIdentifier> = []
        for (depth, (certificate, issuer)) in zip(path.certificates, path.issuers).enumerated() {
            let knowledge = knowledge(of: certificate, issuedBy: issuer, &work)
            pieces.formUnion(knowledge.pieces)
            var (answers, defects) = (knowledge.answers, knowledge.defects)
            if knowledge.isOpen {
                let believed = believed(knowledge.candidates, at: depth, in: path, &defects, &work)
                let found = knowledge.processing.judge(believed)
                answers += found.answers
                defects += found.defects
            }
            let isAsked = requirements.revocation?.asks(about: depth) ?? false
            guard isAsked || !answers.isEmpty || !defects.isEmpty else { continue }
            entries.append(
                RevocationReport.Entry(depth: depth, isAsked: isAsked, answers: answers, defects: defects)
            )
        }
        return (entries, pieces)
    }

    private mutating func knowledge(
        of certificate: Certificate,
        issuedBy issuer: Certificate,
        _ work: inout EvaluationWork
    ) -> Knowledge {
        let pair = Pair(certificate: certificate.facts.fingerprint, issuer: issuer.facts.fingerprint)
        if let known = known[pair] { return known }
        let evidence = sources.map { $0.evidence(about: certificate, issuedBy: issuer) }
        let lists = evidence.flatMap(\.lists)
        let responses = evidence.flatMap(\.responses)
        let leastDigestStrength = requirements.profile.demands.leastDigestStrength
        let processing = CRLProcessing(
            certificate: certificate,
            issuer: issuer,
            instant: instant,
            leastDigestStrength: leastDigestStrength
        )
        let sifted = processing.sift(lists, &work.signatures)
        let byOCSP = OCSPProcessing(
            certificate: certificate,
            issuer: issuer,
            instant: instant,
            leastDigestStrength: leastDigestStrength
        ).judge(responses, &work.signatures)
        let isOpen = !sifted.candidates.allSatisfy(\.isSignedByIssuer)
        let byCRL = isOpen ? ([], []) : processing.judge(sifted.candidates)
        let knowledge = Knowledge(
            processing: processing,
            candidates: sifted.candidates,
            answers: byOCSP.answers + byCRL.0,
            defects: byOCSP.defects + sifted.defects + byCRL.1,
            isOpen: isOpen,
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
                list.facts.defect(.revocationResponseInvalid, "is of no issuer in the path")
            }
        return Array(responses) + Array(lists)
    }
}
