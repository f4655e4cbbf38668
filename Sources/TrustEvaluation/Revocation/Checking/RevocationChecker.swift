import TrustModel

/// Collects the revocation status of the certificates in the paths of one evaluation.
///
/// CRLs may have signers that are not issuers in the path. Such a signer must have its own path to the same anchor (RFC
/// 5280 section 6.3.3 (f)). This path is built and evaluated like any other, including revocation.
struct RevocationChecker {
    /// The certificates of the request, which may be CRL signers or issuers of CRL signers.
    let others: [Certificate]
    let requirements: PathRequirements
    /// The trust settings, which also apply to the paths of CRL signers.
    let restrictions: TrustRestrictions
    /// The signers whose paths are being evaluated, outermost first.
    var signersInProgress: [Certificate] = []
    /// The index in `signersInProgress` of the outermost signer whose result was assumed by a running evaluation.
    var outermostAssumption = Int.max
    var signers = CRLSignerRecord()
    private let requestEvidence: RevocationEvidence
    private let sources: [any RevocationSource]
    /// Whether the policy may use good answers from memory and from the network.
    private let usesGathered: Bool
    /// The evidence in memory; nil if there is no memory, or if the policy does not check revocation.
    let known: RememberedEvidence?
    /// The evidence in memory that may revoke a certificate, for each pair about which the memory was asked.
    var remembered = RememberedRevocations()
    /// The certificates and issuers whose evidence in memory was already used.
    private var lookedUp: Set<RevocationCache.Pair> = []
    /// The results with the number of gathered results at that time.
    private var results: [RevocationCache.Pair: (knowledge: RevocationCache.Knowledge, gathered: Int)] = [:]
    /// The CRLs and responses that were examined for the paths of CRL signers.
    private var signerPieces: Set<ObjectIdentifier> = []

    /// Creates a checker for one evaluation; the request's evidence is used under every policy.
    init(of question: TrustQuestion, _ requirements: PathRequirements, _ restrictions: TrustRestrictions) {
        let issuers = question.fetchedIssuers(under: requirements)
        others = issuers.isEmpty ? question.chain : question.chain + issuers
        requestEvidence = question.evidence
        usesGathered = requirements.revocation?.networkAccess ?? false
        known = requirements.revocation == nil ? nil : question.known
        self.requirements = requirements
        self.restrictions = restrictions
        sources =
            [question.sortedEvidence] + (requirements.revocation.map { [$0.sortedEvidence] } ?? [])
    }

    /// Returns the revocation status of a path's certificates; empty if the path lacks a required anchor.
    ///
    /// If a path has an anchor or an exception, its issuers are trusted. If only pins decide, or if the leaf is itself
    /// the anchor, every available key that verifies the leaf's signature is trusted. Paths without an anchor require
    /// no answer, but revocations are reported.
    mutating func report(
        for path: CandidatePath,
        isExcepted: Bool,
        _ resources: inout EvaluationResources
    ) -> RevocationReport {
        guard path.isAnchored || isExcepted || !requirements.enforcement.needsAnchor,
            requirements.revocation != nil || !requestEvidence.isEmpty
        else {
            return .empty
        }
        let asked = path.isAnchored ? requirements.revocation : nil
        let refusals = resources.refusals
        let trustsIssuers = path.isAnchored || isExcepted
        var (entries, pieces) = completeEntries(
            for: path,
            under: asked,
            trustsIssuers: trustsIssuers,
            within: &resources
        )
        let isLeafTrustedAlone =
            path.isAnchored ? path.certificates.count == 1 && signersInProgress.isEmpty : !isExcepted
        if isLeafTrustedAlone { addKnowledge(ofLeafIn: path, to: &entries, and: &pieces, within: &resources) }
        if !signersInProgress.isEmpty { signerPieces.formUnion(pieces) }
        // The cached results are incomplete, so this flag applies to all following paths.
        if resources.refusals > refusals { resources.isEvidenceUnchecked = true }
        return RevocationReport(
            entries: entries,
            unused: signersInProgress.isEmpty ? unused(in: path, except: pieces.union(signerPieces)) : [],
            requirements: asked,
            exceededBounds: resources.isEvidenceUnchecked ? resources.exceededBounds : [],
            origins: EvidenceOrigins(
                request: requestEvidence,
                gathered: resources.gathered,
                remembered: remembered.origins
            )
        )
    }

    /// Collects the revocation status with all evidence in memory.
    ///
    /// Evidence that is found for one certificate may also revoke another one, whose status was collected before. It is
    /// therefore collected again until nothing more is found; each certificate is looked up at most once.
    private mutating func completeEntries(
        for path: CandidatePath,
        under asked: RevocationRequirements?,
        trustsIssuers: Bool,
        within resources: inout EvaluationResources
    ) -> (entries: [RevocationReport.CertificateEvidence], pieces: Set<ObjectIdentifier>) {
        while true {
            let count = resources.gathered.results.count
            let collected = entries(for: path, under: asked, trustsIssuers: trustsIssuers, within: &resources)
            guard resources.gathered.results.count > count else { return collected }
        }
    }

    /// Collects the revocation status of all certificates but the path's last, and the evidence that was examined.
    mutating func entries(
        for path: CandidatePath,
        under asked: RevocationRequirements?,
        trustsIssuers: Bool,
        within resources: inout EvaluationResources
    ) -> (entries: [RevocationReport.CertificateEvidence], pieces: Set<ObjectIdentifier>) {
        var entries: [RevocationReport.CertificateEvidence] = []
        var pieces: Set<ObjectIdentifier> = []
        for (depth, (certificate, issuer)) in zip(path.certificates, path.issuers).enumerated() {
            // Evidence from a CA that did not sign this certificate is about another certificate.
            guard trustsIssuers || resources.signatures.isSigned(certificate, by: issuer) == true else { break }
            var entry = entry(at: depth, in: path, under: asked, addingTo: &pieces, within: &resources)
            if let asked, lacksAnswer(entry, asked) {
                // A good answer of one method does not hide a revocation by the other.
                for method in asked.orderedMethods where lookUp(method, at: depth, in: path, &resources) {
                    entry = self.entry(at: depth, in: path, under: asked, addingTo: &pieces, within: &resources)
                }
                lookedUp.insert(RevocationCache.Pair(certificate, issuedBy: issuer))
            }
            // Last, because a hold that was found above may be ended by a delta CRL that is still missing.
            addRemembered(to: &entry.answers, at: depth, in: path, &resources)
            if entry.isAsked || !entry.answers.isEmpty || !entry.defects.isEmpty { entries.append(entry) }
        }
        return (entries, pieces)
    }

    /// Collects the revocation status of one certificate from the evidence at hand.
    private mutating func entry(
        at depth: Int,
        in path: CandidatePath,
        under asked: RevocationRequirements?,
        addingTo pieces: inout Set<ObjectIdentifier>,
        within resources: inout EvaluationResources
    ) -> RevocationReport.CertificateEvidence {
        let certificate = path.certificates[depth]
        let knowledge = knowledge(of: certificate, issuedBy: path.certificates[depth + 1], &resources)
        pieces.formUnion(knowledge.pieces)
        var (answers, defects, updatable) = (knowledge.answers, knowledge.defects, knowledge.updatable)
        if let (processing, candidates) = knowledge.open {
            let trusted = trusted(candidates, at: depth, in: path, addingTo: &defects, within: &resources)
            let found = processing.evaluate(trusted)
            answers += found.answers
            defects += found.defects
            updatable = processing.updatable(trusted)
        }
        let gathered = resources.gathered
        return RevocationReport.CertificateEvidence(
            depth: depth,
            isAsked: asked?.asks(about: depth) ?? false,
            answers: answers,
            defects: defects,
            exemption: asked?.exemption(of: certificate.facts, shortLived: requirements.shortLived(certificate.facts)),
            failures: usesGathered && !gathered.isEmpty
                ? gathered.failures(about: certificate, forIssuer: false) : [],
            updatable: updatable
        )
    }

    /// Whether the policy requires an answer that the evidence at hand does not give.
    private func lacksAnswer(_ entry: RevocationReport.CertificateEvidence, _ asked: RevocationRequirements) -> Bool {
        guard entry.needsAnswer else { return false }
        return RevocationReport(requirements: asked).status(of: entry) == .unknown
    }

    /// The cost of looking up the evidence about one certificate by one method, in comparisons of evidence.
    static let lookUpCost = 2

    /// Uses the evidence about a certificate that is in memory; returns whether there is any.
    ///
    /// As for fetching, all signatures of the path must be valid, because evidence that is used is fetched again before it
    /// ends. A certificate that the named CA did not issue could name any location.
    private mutating func lookUp(
        _ method: RevocationRequirements.Method,
        at depth: Int,
        in path: CandidatePath,
        _ resources: inout EvaluationResources
    ) -> Bool {
        let pair = RevocationCache.Pair(path.certificates[depth], issuedBy: path.certificates[depth + 1])
        guard usesGathered, let known, signersInProgress.isEmpty, !lookedUp.contains(pair),
            zip(path.certificates, path.issuers).allSatisfy({ resources.signatures.isSigned($0, by: $1) == true }),
            resources.pay(Self.lookUpCost, for: .evidence)
        else { return false }
        guard let asked = requirements.revocation else { return false }
        var isFound = false
        for need in path.needs(at: depth, method, asked, isRequired: asked.requirePositiveResponse)
        where !resources.gathered.contains(need) {
            guard let result = resources.current(for: need, in: known) else { continue }
            resources.gather(result)
            isFound = true
        }
        // The evidence may revoke a signer of CRLs.
        if isFound { signers = CRLSignerRecord() }
        return isFound
    }

    private mutating func knowledge(
        of certificate: Certificate,
        issuedBy issuer: Certificate,
        _ resources: inout EvaluationResources
    ) -> RevocationCache.Knowledge {
        let pair = RevocationCache.Pair(certificate, issuedBy: issuer)
        let gathered = resources.gathered
        // Evidence that was found for one certificate may also be about another.
        if let result = results[pair], result.gathered == gathered.results.count { return result.knowledge }
        let all = evidence(about: certificate, issuedBy: issuer, gathered)
        guard !all.isEmpty else { return RevocationCache.Knowledge(pieces: []) }
        let knowledge = resources.knowledge(
            of: certificate,
            issuedBy: issuer,
            from: all,
            under: requirements
        )
        results[pair] = (knowledge, gathered.results.count)
        return knowledge
    }

    /// Returns the evidence of the request and the policy about a certificate, and what was gathered if it may be used.
    func evidence(
        about certificate: Certificate,
        issuedBy issuer: Certificate,
        _ gathered: GatheredEvidence
    ) -> RevocationEvidence {
        var evidence = sources.map { $0.evidence(about: certificate, issuedBy: issuer) }
        if usesGathered, !gathered.evidence.isEmpty {
            evidence.append(gathered.sorted.evidence(about: certificate, issuedBy: issuer))
        }
        return RevocationEvidence(lists: evidence.flatMap(\.lists), responses: evidence.flatMap(\.responses))
    }

    /// Returns the defects of the request's evidence that covers no certificate of the path, including error responses.
    private func unused(in path: CandidatePath, except pieces: Set<ObjectIdentifier>) -> [RevocationDefect] {
        let responses = requestEvidence.responses.lazy.filter { !pieces.contains(ObjectIdentifier($0)) }
            .prefix(PathContext.maximumFindingsEach).map { response in
                guard let facts = response.answer?.facts else { return response.refusal.of(response) }
                let message = "\(facts.source) does not match any certificate of the path"
                return RevocationDefect(.revocationResponseInvalid, message, facts: facts.summary).of(response)
            }
        let lists = requestEvidence.lists.lazy.filter { !pieces.contains(ObjectIdentifier($0)) }
            .prefix(PathContext.maximumFindingsEach).map { list in
                let leaf = path.leaf.facts
                let isOfMissingIssuer =
                    path.certificates.count == 1 && list.facts.issuer == leaf.issuer && !leaf.isSelfIssued
                return list.facts.defect(
                    .revocationResponseInvalid,
                    isOfMissingIssuer
                        ? "cannot be checked: no available certificate has the key that signed \(leaf.displayName)"
                        : "is not from an issuer in the path"
                ).of(list)
            }
        return Array(responses) + Array(lists)
    }
}
