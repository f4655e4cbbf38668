import TrustModel

/// Enumerates the candidate paths from a leaf, best first, within a budget (RFC 4158).
///
/// Issuers are found by name and tried in the order of ``IssuerRank``; if there are several, signatures select the
/// right ones. The result depends only on the certificates, not on the order in which they were sent.
///
/// No pair of subject and key appears twice among the issuers of a path, so cross-signed loops end (RFC 4158 section
/// 5.2). Only a leaf may have the subject and key of its issuer: a CA can certify itself as an end entity (RFC 5280
/// section 6.1.3).
struct PathSearch {
    enum Continuation {
        case goOn
        case stop
    }

    /// Examines a path; the examination and the search are charged to the same resources.
    typealias Visit = (CandidatePath, inout EvaluationResources) -> Continuation

    /// The maximum number of issuers tried if none of them signed the certificate.
    private static let maximumUnsignedIssuers = 4

    private let anchors: [AnchorSet]
    private let pool: [DistinguishedName: [Certificate]]
    private let intermediates: IntermediateSet?
    /// The certificates that were fetched and are neither in the chain nor in the policy.
    private let fetched: Set<Certificate>
    private let purpose: KeyPurpose
    private let restrictions: TrustRestrictions
    private let instant: Instant
    /// The ranked possible issuers of each visited certificate; a certificate has the same ones in every path.
    private var possible: [Fingerprint: [PossibleIssuer]] = [:]
    /// The number assigned to each pair of subject and key, and whether the current path contains the pair.
    private var identities: [Identity: Int] = [:]
    private var isOnPath: [Bool] = []
    /// Whether the budget ended the search, so that paths may be missing.
    private(set) var isExhausted = false

    /// Creates a search; `purpose`, `restrictions` and `instant` affect only the order of paths.
    ///
    /// `others` are the certificates of the chain besides the leaf, and `fetched` those that were fetched, in any order and
    /// possibly unrelated.
    init(
        others: some Sequence<Certificate>,
        fetched: [Certificate] = [],
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
        guard !fetched.isEmpty else {
            self.fetched = []
            pool = Dictionary(grouping: Set(others), by: \.facts.subject)
            return
        }
        let sent = Set(others)
        let isHeld = { (certificate: Certificate) in
            intermediates?.certificates(named: certificate.facts.subject).contains(certificate) ?? false
        }
        self.fetched = Set(fetched).subtracting(sent).filter { !isHeld($0) }
        pool = Dictionary(grouping: sent.union(self.fetched), by: \.facts.subject)
    }

    /// Visits the paths until the visitor stops, no path remains, or the budget is exhausted.
    mutating func visitPaths(from leaf: Certificate, _ resources: inout EvaluationResources, _ visit: Visit) {
        isOnPath[identity(of: leaf)] = true
        _ = extend([leaf], &resources, visit)
    }

    private mutating func extend(
        _ path: [Certificate],
        _ resources: inout EvaluationResources,
        _ visit: Visit
    ) -> Continuation {
        guard let last = path.last, !isExhausted else { return .stop }
        let anchor = anchors.first { $0.contains(last) }
        if let anchor {
            guard case .goOn = report(path, .anchor(anchor), &resources, visit) else { return .stop }
        }
        guard let issuers = issuers(of: last, notIn: path, &resources) else {
            isExhausted = true
            return .stop
        }
        if issuers.isEmpty, anchor == nil {
            return report(path, endWithoutIssuer(of: path, last, &resources), &resources, visit)
        }
        for issuer in issuers {
            let wasOnPath = isOnPath[issuer.identity]
            isOnPath[issuer.identity] = true
            guard case .goOn = extend(path + [issuer.certificate], &resources, visit) else { return .stop }
            isOnPath[issuer.identity] = wasOnPath
        }
        return .goOn
    }

    /// Returns the end of a path whose last certificate has no issuer outside the path.
    private mutating func endWithoutIssuer(
        of path: [Certificate],
        _ last: Certificate,
        _ resources: inout EvaluationResources
    ) -> CandidatePath.End {
        for certificate in path.reversed() where certificate.facts.subject == last.facts.issuer {
            if isSigned(last, by: certificate, &resources) { return certificate == last ? .selfSigned : .loop }
        }
        return .issuerNotFound
    }

    private mutating func report(
        _ path: [Certificate],
        _ end: CandidatePath.End,
        _ resources: inout EvaluationResources,
        _ visit: Visit
    ) -> Continuation {
        guard resources.pay(1, for: .paths) else {
            isExhausted = true
            return .stop
        }
        let needsKeys = path.contains { $0.facts.publicKey.mayInheritParameters }
        guard !needsKeys || resources.pay(path.count, for: .certificates) else {
            isExhausted = true
            return .stop
        }
        let certificates = needsKeys ? resources.ports.signatures.completingKeys(of: path) : path
        let sameNameCandidates =
            if case .issuerNotFound = end { sameNameCandidates(ofIssuerMissingIn: path) } else { [Certificate]() }
        let isAnchored = if case .anchor = end { true } else { false }
        let candidate = CandidatePath(
            certificates: certificates,
            end: end,
            sameNameCandidates: sameNameCandidates,
            held: held(in: path),
            fetched: fetched(in: isAnchored ? path.dropLast() : path[...])
        )
        return visit(candidate, &resources)
    }

    /// Returns all available certificates with the name of the missing issuer, including those of the path.
    private func sameNameCandidates(ofIssuerMissingIn path: [Certificate]) -> [Certificate] {
        guard let name = path.last?.facts.issuer else { return [] }
        let own = path.filter { $0.facts.subject == name }
        let offered = intermediates?.certificates(named: name) ?? []
        let known = anchors.flatMap { $0.certificates(named: name) } + (pool[name] ?? []) + offered + own
        return Set(known).sorted { $0.facts.fingerprint < $1.facts.fingerprint }
    }

    /// Returns the positions of the certificates that were not sent, but come from the policy.
    private func held(in path: [Certificate]) -> Set<Int> {
        guard intermediates != nil else { return [] }
        return Set(path.indices.dropFirst().filter { !(pool[path[$0].facts.subject]?.contains(path[$0]) ?? false) })
    }

    /// Returns the positions of the certificates that were fetched; a trust anchor need not be sent.
    private func fetched(in path: ArraySlice<Certificate>) -> Set<Int> {
        fetched.isEmpty ? [] : Set(path.indices.filter { fetched.contains(path[$0]) })
    }

    /// Returns the issuers to try for a certificate, best first; nil if the budget does not allow ranking them.
    ///
    /// If no candidate signed the certificate, the first few candidates are tried: a path that leads to an anchor, but
    /// contains an invalid signature, explains the rejection best. Candidates whose key identifier does not match are
    /// omitted; if no candidate remains, the issuer is reported as missing.
    private mutating func issuers(
        of certificate: Certificate,
        notIn path: [Certificate],
        _ resources: inout EvaluationResources
    ) -> [PossibleIssuer]? {
        guard let possible = possibleIssuers(of: certificate, &resources) else { return nil }
        let ranked = possible.filter { candidate in
            !isOnPath[candidate.identity]
                || mayCertifyItself(path, with: candidate.certificate, isAnchor: candidate.isAnchor)
        }
        guard let best = ranked.first else { return [] }
        if ranked.count == 1, best.fitsIdentifier, !certificate.facts.isSelfIssued { return ranked }
        let signed = ranked.filter { candidate in
            if let known = candidate.hasSigned { return known }
            let answer = isSigned(certificate, by: candidate.certificate, &resources)
            candidate.hasSigned = answer
            return answer
        }
        guard signed.isEmpty else { return signed }
        // A self-signed certificate needs no other issuer.
        if certificate.facts.isSelfIssued, isSigned(certificate, by: certificate, &resources) { return [] }
        return Array(ranked.filter(\.fitsIdentifier).prefix(Self.maximumUnsignedIssuers))
    }

    /// Returns the available certificates with the issuer's name, each once and best first.
    ///
    /// The cost of ranking them is paid in advance, because a chain may contain many certificates with the same name.
    private mutating func possibleIssuers(
        of certificate: Certificate,
        _ resources: inout EvaluationResources
    ) -> [PossibleIssuer]? {
        if let known = possible[certificate.facts.fingerprint] { return known }
        let name = certificate.facts.issuer
        let fromAnchors = anchors.flatMap { $0.certificates(named: name) }
        let others = (pool[name] ?? []) + (intermediates?.certificates(named: name) ?? [])
        let count = fromAnchors.count + others.count
        guard count <= 1 || resources.pay(count, for: .issuers) else { return nil }
        let anchorPrints = Set(fromAnchors.map(\.facts.fingerprint))
        let candidates = count <= 1 ? fromAnchors + others : Array(Set(fromAnchors + others))
        var issuers = candidates.map { candidate in
            PossibleIssuer(
                candidate,
                of: certificate,
                identity: identity(of: candidate),
                isAnchor: anchorPrints.contains(candidate.facts.fingerprint)
            )
        }
        if count > 1 { issuers = ranked(issuers, of: certificate) }
        possible[certificate.facts.fingerprint] = issuers
        return issuers
    }

    private func ranked(_ issuers: [PossibleIssuer], of certificate: Certificate) -> [PossibleIssuer] {
        issuers.map { issuer in
            let rank = IssuerRank(
                issuer.certificate,
                asIssuerOf: certificate,
                isAnchor: issuer.isAnchor,
                isDistrusted: restrictions.restriction(of: issuer.certificate) != nil,
                for: purpose,
                at: instant
            )
            return (issuer: issuer, rank: rank)
        }.sorted { $0.rank < $1.rank }.map(\.issuer)
    }

    private mutating func identity(of certificate: Certificate) -> Int {
        let identity = Identity(subject: certificate.facts.subject, key: certificate.facts.publicKeyFingerprint)
        if let known = identities[identity] { return known }
        let number = isOnPath.count
        identities[identity] = number
        isOnPath.append(false)
        return number
    }

    /// Whether a leaf may have an issuer with the same subject and key: an anchor, or any certificate if the leaf is
    /// not a CA.
    ///
    /// CA certificates with the same subject and key are alternatives; neither issued the other.
    private func mayCertifyItself(_ path: [Certificate], with issuer: Certificate, isAnchor: Bool) -> Bool {
        guard path.count == 1, let leaf = path.first else { return false }
        return leaf != issuer && (isAnchor || !leaf.facts.isAuthority)
    }

    /// Whether a certificate is signed with the key of another; false also if the budget is exhausted.
    private mutating func isSigned(
        _ certificate: Certificate,
        by issuer: Certificate,
        _ resources: inout EvaluationResources
    ) -> Bool {
        guard let answer = resources.signatures.isSigned(certificate, by: issuer) else {
            isExhausted = true
            return false
        }
        return answer
    }
}

/// A certificate whose subject is the issuer name of another certificate, in one search.
private final class PossibleIssuer {
    let certificate: Certificate
    let identity: Int
    let isAnchor: Bool
    /// Whether the key identifiers match, or one of them is missing.
    let fitsIdentifier: Bool
    /// Whether the key of the possible issuer signed the certificate; nil if not yet checked.
    var hasSigned: Bool?

    init(_ issuer: Certificate, of certificate: Certificate, identity: Int, isAnchor: Bool) {
        self.certificate = issuer
        self.identity = identity
        self.isAnchor = isAnchor
        fitsIdentifier = issuer.fitsKeyIdentifier(in: certificate) ?? true
    }
}

/// The identity of a CA: its subject and key, which several certificates may contain.
private struct Identity: Hashable {
    let subject: DistinguishedName
    let key: Fingerprint
}
