import TrustModel

/// Enumerates the candidate paths from a leaf, best first, within a budget (RFC 4158).
///
/// Issuers are found by name, preferred by soundness and key identifier, and where several fit, sifted by signature. The order
/// depends on the certificates alone, never on the order in which they were sent. No subject and key appear twice among the
/// issuers of a path, so cross-signed loops end (RFC 4158 section 5.2); the leaf may share both with its issuer, which is
/// how an authority certifies itself as an end entity (RFC 5280 section 6.1.3).
struct PathSearch {
    /// How the visitor wants to go on.
    enum Continuation {
        case goOn
        case stop
    }

    /// Looks at a path; what that costs is paid from the same work as the search.
    typealias Visit = (CandidatePath, inout EvaluationResources) -> Continuation

    /// How many issuers are tried where none of them signed.
    private static let maximumUnsignedIssuers = 4

    private let anchors: [AnchorSet]
    private let pool: [DistinguishedName: [Certificate]]
    private let intermediates: IntermediateSet?
    private let purpose: KeyPurpose
    private let restrictions: TrustRestrictions
    private let instant: Instant
    /// Whether the budget ended the search, so that paths may have been missed.
    private(set) var isExhausted = false

    /// Takes what paths are made of.
    ///
    /// - Parameters:
    ///   - others: the certificates that were sent besides the leaf; they may hold anything, in any order.
    ///   - intermediates: certificates that the policy offers besides.
    ///   - anchors: where paths may end.
    ///   - purpose: the purpose of the leaf, for the order of paths.
    ///   - restrictions: the trust settings that apply, likewise.
    ///   - instant: the time of the evaluation, likewise.
    init(
        others: some Sequence<Certificate>,
        intermediates: IntermediateSet?,
        anchors: [AnchorSet],
        purpose: KeyPurpose,
        restrictions: TrustRestrictions,
        instant: Instant
    ) {
        self.anchors = anchors
        self.intermediates = intermediates
        self.purpose = purpose
        self.restrictions = restrictions
        self.instant = instant
        pool = Dictionary(grouping: Set(others), by: \.facts.subject)
    }

    /// Visits the paths until the visitor has enough, none is left, or the budget is used up.
    mutating func visitPaths(from leaf: Certificate, _ work: inout EvaluationResources, _ visit: Visit) {
        _ = extend([leaf], &work, visit)
    }

    private mutating func extend(
        _ path: [Certificate],
        _ work: inout EvaluationResources,
        _ visit: Visit
    ) -> Continuation {
        guard let last = path.last, !isExhausted else { return .stop }
        let anchor = anchors.first { $0.contains(last) }
        if let anchor {
            guard case .goOn = report(path, .anchor(anchor), &work, visit) else { return .stop }
        }
        let issuers = issuers(of: last, notIn: path, &work)
        if issuers.isEmpty, anchor == nil {
            return report(path, endWithoutIssuer(of: path, last, &work), &work, visit)
        }
        for issuer in issuers {
            guard case .goOn = extend(path + [issuer], &work, visit) else { return .stop }
        }
        return .goOn
    }

    /// How a path ends whose last certificate was issued by nobody else than those in it, if by them.
    private mutating func endWithoutIssuer(
        of path: [Certificate],
        _ last: Certificate,
        _ work: inout EvaluationResources
    ) -> CandidatePath.End {
        for certificate in path.reversed() where certificate.facts.subject == last.facts.issuer {
            if isSigned(last, by: certificate, &work) { return certificate == last ? .selfSigned : .loop }
        }
        return .issuerNotFound
    }

    private mutating func report(
        _ path: [Certificate],
        _ end: CandidatePath.End,
        _ work: inout EvaluationResources,
        _ visit: Visit
    ) -> Continuation {
        guard work.pay(1, for: .paths) else {
            isExhausted = true
            return .stop
        }
        let needsKeys = path.contains { $0.facts.publicKey.mayInheritParameters }
        guard !needsKeys || work.pay(path.count, for: .certificates) else {
            isExhausted = true
            return .stop
        }
        let certificates = needsKeys ? work.ports.signatures.completingKeys(of: path) : path
        let sameNameCandidates =
            if case .issuerNotFound = end { sameNameCandidates(ofIssuerMissingIn: path) } else { [Certificate]() }
        let held = held(in: path)
        return visit(
            CandidatePath(certificates: certificates, end: end, sameNameCandidates: sameNameCandidates, held: held),
            &work
        )
    }

    /// The certificates at hand that have the name of the issuer which a path lacks, the path's own among them.
    private func sameNameCandidates(ofIssuerMissingIn path: [Certificate]) -> [Certificate] {
        guard let name = path.last?.facts.issuer else { return [] }
        let own = path.filter { $0.facts.subject == name }
        let offered = intermediates?.certificates(named: name) ?? []
        let known = anchors.flatMap { $0.certificates(named: name) } + (pool[name] ?? []) + offered + own
        return Set(known).sorted { $0.facts.fingerprint < $1.facts.fingerprint }
    }

    /// The positions of the certificates that were not sent but come from the policy's intermediates.
    private func held(in path: [Certificate]) -> Set<Int> {
        guard intermediates != nil else { return [] }
        return Set(path.indices.dropFirst().filter { !(pool[path[$0].facts.subject]?.contains(path[$0]) ?? false) })
    }

    /// Who may have issued a certificate, best first.
    ///
    /// Where none fits by signature, the first few that fit by name are left: the signature is wrong then, and a path to an
    /// anchor explains most. Whose key identifier says that it is not meant, is not the issuer: that one is missing.
    private mutating func issuers(
        of certificate: Certificate,
        notIn path: [Certificate],
        _ work: inout EvaluationResources
    ) -> [Certificate] {
        let ranked = ranked(possibleIssuers(of: certificate, notIn: path), asIssuersOf: certificate)
        guard let best = ranked.first else { return [] }
        let isMeant = best.fitsKeyIdentifier(in: certificate) ?? true
        if ranked.count == 1, isMeant, !certificate.facts.isSelfIssued { return ranked }
        let signed = ranked.filter { isSigned(certificate, by: $0, &work) }
        guard signed.isEmpty else { return signed }
        // Who signed itself needs nobody else of its name.
        if certificate.facts.isSelfIssued, isSigned(certificate, by: certificate, &work) { return [] }
        let meant = ranked.filter { $0.fitsKeyIdentifier(in: certificate) ?? true }
        return Array(meant.prefix(Self.maximumUnsignedIssuers))
    }

    /// Each once; few share a name.
    private func possibleIssuers(of certificate: Certificate, notIn path: [Certificate]) -> [Certificate] {
        let name = certificate.facts.issuer
        var issuers: [Certificate] = []
        func take(_ candidates: [Certificate], areAnchors: Bool) {
            for candidate in candidates where !issuers.contains(candidate) {
                let isRepeated = path.contains { $0.hasSameSubjectAndKey(as: candidate) }
                if !isRepeated || mayCertifyItself(path, with: candidate, isAnchor: areAnchors) {
                    issuers.append(candidate)
                }
            }
        }
        for set in anchors { take(set.certificates(named: name), areAnchors: true) }
        if let sent = pool[name] { take(sent, areAnchors: false) }
        if let intermediates { take(intermediates.certificates(named: name), areAnchors: false) }
        return issuers
    }

    /// Whether a leaf alone may have an issuer with its own subject and key: an anchor, or if the leaf is no authority, any.
    ///
    /// Two certificates of one authority replace each other, and neither issued the other.
    private func mayCertifyItself(_ path: [Certificate], with issuer: Certificate, isAnchor: Bool) -> Bool {
        guard path.count == 1, let leaf = path.first else { return false }
        return leaf != issuer && (isAnchor || !leaf.facts.isAuthority)
    }

    private func ranked(_ issuers: [Certificate], asIssuersOf certificate: Certificate) -> [Certificate] {
        guard issuers.count > 1 else { return issuers }
        return issuers.map { issuer in
            let rank = IssuerRank(
                issuer,
                asIssuerOf: certificate,
                isAnchor: anchors.contains { $0.contains(issuer) },
                isDistrusted: restrictions.restriction(of: issuer) != nil,
                for: purpose,
                at: instant
            )
            return (issuer: issuer, rank: rank)
        }.sorted { $0.rank < $1.rank }.map(\.issuer)
    }

    /// Whether one certificate is signed with the key of another; false also where the budget is used up.
    private mutating func isSigned(
        _ certificate: Certificate,
        by issuer: Certificate,
        _ work: inout EvaluationResources
    ) -> Bool {
        guard let answer = work.signatures.isSigned(certificate, by: issuer) else {
            isExhausted = true
            return false
        }
        return answer
    }
}

extension Certificate {
    /// Whether both speak of the same entity with the same key, whatever else they say.
    fileprivate func hasSameSubjectAndKey(as other: Certificate) -> Bool {
        facts.publicKeyFingerprint == other.facts.publicKeyFingerprint && facts.subject == other.facts.subject
    }
}
