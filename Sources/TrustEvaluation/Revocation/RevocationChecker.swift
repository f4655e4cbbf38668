import TrustModel

/// Gathers what is known of the revocation of the certificates of paths, in one evaluation.
///
/// CRLs may be signed by others than the issuers in a path. Such a signer must have a path of its own to the same anchor,
/// which is searched and evaluated like any other, its own revocation included (RFC 5280 section 6.3.3 (f)).
struct RevocationChecker {
    /// The certificates besides a path's own that may have signed CRLs, or lead from who did to the anchor.
    let others: [Certificate]
    let requirements: PathRequirements
    /// The trust settings that the signers' paths must meet as well, for the purpose of the question.
    let restrictions: TrustRestrictions
    let instant: Instant
    /// The signers whose paths are being evaluated, outermost first.
    var trials: [Certificate] = []
    /// The outermost of these whose decision was taken for granted by a trial under way.
    var outermostAssumption = Int.max
    /// The signers whose paths were evaluated.
    var signers = CRLSignerRecord()
    private let brought: RevocationEvidence
    private let sources: [any RevocationSource]
    private var known: [RevocationCache.Pair: RevocationCache.Knowledge] = [:]
    /// The pieces of evidence that were looked at for certificates of signers' paths.
    private var signerPieces: Set<ObjectIdentifier> = []

    /// Prepares an evaluation.
    ///
    /// - Parameters:
    ///   - question: with what the request brought, which counts under every policy.
    ///   - requirements: what the policy asks and brings.
    ///   - restrictions: the trust settings that apply.
    init(of question: TrustQuestion, _ requirements: PathRequirements, _ restrictions: TrustRestrictions) {
        others = question.chain
        brought = question.evidence
        self.requirements = requirements
        self.restrictions = restrictions
        instant = question.instant
        sources = [question.sortedEvidence] + (requirements.revocation.map { [$0.sortedEvidence] } ?? [])
    }

    /// The knowledge about a path's certificates; none where it has no anchor and needs one, since no key in it can be
    /// trusted.
    ///
    /// The keys of a chain that an exception names are trusted by whoever made the exception. Where pins count alone, and where
    /// the leaf is itself the anchor, each key at hand is trusted that verifies the leaf's signature: nothing is asked of such a
    /// path, but what is known to be revoked stays so.
    mutating func report(
        for path: CandidatePath,
        isExcepted: Bool,
        _ work: inout EvaluationResources
    ) -> RevocationReport {
        guard path.isAnchored || isExcepted || !requirements.enforcement.needsAnchor,
            requirements.revocation != nil || !brought.isEmpty
        else {
            return RevocationReport()
        }
        let asked = path.isAnchored ? requirements.revocation : nil
        let refusals = work.refusals
        let trustsIssuers = path.isAnchored || isExcepted
        var (entries, pieces) = entries(for: path, asked, trustsIssuers: trustsIssuers, &work)
        let isLeafTrustedAlone = path.isAnchored ? path.certificates.count == 1 && trials.isEmpty : !isExcepted
        if isLeafTrustedAlone { addKnowledge(ofLeafIn: path, to: &entries, &pieces, &work) }
        if !trials.isEmpty { signerPieces.formUnion(pieces) }
        // What could not be paid for once is remembered as unknown, so this holds for all paths that follow.
        if work.refusals > refusals { work.isEvidenceUnchecked = true }
        return RevocationReport(
            entries: entries,
            unused: trials.isEmpty ? unused(in: path, besides: pieces.union(signerPieces)) : [],
            requirements: asked,
            exceededBounds: work.isEvidenceUnchecked ? work.exceededBounds : []
        )
    }

    /// Collects the revocation status of each certificate below the end of a path, and the evidence that was looked at.
    mutating func entries(
        for path: CandidatePath,
        _ asked: RevocationRequirements?,
        trustsIssuers: Bool,
        _ work: inout EvaluationResources
    ) -> (entries: [RevocationReport.Entry], pieces: Set<ObjectIdentifier>) {
        var entries: [RevocationReport.Entry] = []
        var pieces: Set<ObjectIdentifier> = []
        for (depth, (certificate, issuer)) in zip(path.certificates, path.issuers).enumerated() {
            // Evidence of an issuer that did not sign the certificate is about another one.
            guard trustsIssuers || work.signatures.isSigned(certificate, by: issuer) == true else { break }
            let knowledge = knowledge(of: certificate, issuedBy: issuer, &work)
            pieces.formUnion(knowledge.pieces)
            var (answers, defects) = (knowledge.answers, knowledge.defects)
            if let (processing, candidates) = knowledge.open {
                let trusted = trusted(candidates, at: depth, in: path, &defects, &work)
                let found = processing.evaluate(trusted)
                answers += found.answers
                defects += found.defects
            }
            let isAsked = asked?.asks(about: depth) ?? false
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
        _ work: inout EvaluationResources
    ) -> RevocationCache.Knowledge {
        let pair = RevocationCache.Pair(certificate, issuedBy: issuer)
        if let known = known[pair] { return known }
        let evidence = sources.map { $0.evidence(about: certificate, issuedBy: issuer) }
        let knowledge = work.knowledge(
            of: certificate,
            issuedBy: issuer,
            from: RevocationEvidence(
                lists: evidence.flatMap(\.lists),
                responses: evidence.flatMap(\.responses)
            ),
            at: instant,
            leastDigestStrength: requirements.profile.demands.leastDigestStrength
        )
        known[pair] = knowledge
        return knowledge
    }

    /// What was brought and looked at for no certificate; an answer that no responder gave is about nobody, too.
    private func unused(in path: CandidatePath, besides pieces: Set<ObjectIdentifier>) -> [RevocationDefect] {
        let responses = brought.responses.lazy.filter { !pieces.contains(ObjectIdentifier($0)) }
            .prefix(PathContext.maximumFindingsEach).map { response in
                guard let facts = response.answer?.facts else { return response.refusal }
                let message = "\(facts.source) is about no certificate of the path"
                return RevocationDefect(.revocationResponseInvalid, message, facts: facts.summary)
            }
        let lists = brought.lists.lazy.filter { !pieces.contains(ObjectIdentifier($0)) }
            .prefix(PathContext.maximumFindingsEach).map { list in
                let leaf = path.leaf.facts
                let isOfMissingIssuer =
                    path.certificates.count == 1 && list.facts.issuer == leaf.issuer && !leaf.isSelfIssued
                return list.facts.defect(
                    .revocationResponseInvalid,
                    isOfMissingIssuer
                        ? "cannot be checked: no certificate at hand has the key that signed \(leaf.displayName)"
                        : "is of no issuer in the path"
                )
            }
        return Array(responses) + Array(lists)
    }
}
