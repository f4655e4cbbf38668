import TrustModel

/// Enumerates the candidate paths from a leaf, best first, within a budget (RFC 4158).
///
/// Issuers are found by name, preferred by key identifier, validity and authority, and where several fit, sifted by
/// signature. The order depends on the certificates alone, never on the order in which they were sent. No subject and key
/// stand twice in a path, so cross-signed loops end (RFC 4158 section 5.2).
struct PathSearch {
    /// How the visitor wants to go on.
    enum Continuation {
        case goOn
        case stop
    }

    private let anchors: [AnchorSet]
    private let pool: [DistinguishedName: [Certificate]]
    private let instant: Instant
    private let validator: any PathValidating
    /// What the search may still cost; the next one goes on with it.
    private(set) var ledger: WorkLedger
    /// Whether the budget ended the search, so that paths may have been missed.
    var isExhausted: Bool { ledger.isExhausted }

    /// Takes the certificates that were sent besides the leaf; they may hold anything, in any order.
    init(
        others: [Certificate],
        anchors: [AnchorSet],
        instant: Instant,
        validator: any PathValidating,
        ledger: WorkLedger
    ) {
        self.anchors = anchors
        self.instant = instant
        self.validator = validator
        self.ledger = ledger
        pool = Dictionary(grouping: Set(others), by: \.facts.subject)
    }

    /// Visits the paths until the visitor has enough, none is left, or the budget is used up.
    mutating func visitPaths(from leaf: Certificate, _ visit: (CandidatePath) -> Continuation) {
        _ = extend([leaf], visit)
    }

    private mutating func extend(_ path: [Certificate], _ visit: (CandidatePath) -> Continuation) -> Continuation {
        guard let last = path.last, !isExhausted else { return .stop }
        if let set = anchors.first(where: { $0.contains(last) }) {
            guard case .goOn = report(path, .anchor(set), visit) else { return .stop }
        }
        let issuers = issuers(of: last, notIn: path)
        if issuers.isEmpty, !anchors.contains(where: { $0.contains(last) }) {
            return report(path, endWithoutIssuer(of: path, last), visit)
        }
        for issuer in issuers {
            guard case .goOn = extend(path + [issuer], visit) else { return .stop }
        }
        return .goOn
    }

    /// How a path ends whose last certificate was issued by nobody else than those in it, if by them.
    private mutating func endWithoutIssuer(of path: [Certificate], _ last: Certificate) -> CandidatePath.End {
        for certificate in path.reversed() where certificate.facts.subject == last.facts.issuer {
            if isSigned(last, by: certificate) { return certificate == last ? .selfSigned : .loop }
        }
        return .issuerNotFound
    }

    private mutating func report(
        _ path: [Certificate],
        _ end: CandidatePath.End,
        _ visit: (CandidatePath) -> Continuation
    ) -> Continuation {
        guard ledger.payForPath() else { return .stop }
        let needsKeys = path.contains { $0.facts.publicKey.mayInheritParameters }
        return visit(CandidatePath(certificates: needsKeys ? validator.completingKeys(of: path) : path, end: end))
    }

    /// Who may have issued a certificate, best first.
    ///
    /// Where none fits by signature, the holder of the key that fits best by its name is left, with all its certificates: the
    /// signature is wrong then. Whose key identifier says that it is not meant, is not the issuer: that one is missing.
    private mutating func issuers(of certificate: Certificate, notIn path: [Certificate]) -> [Certificate] {
        let name = certificate.facts.issuer
        let known = Set(anchors.flatMap { $0.certificates(named: name) })
        let candidates = known.union(pool[name] ?? [])
        let possible = candidates.filter { candidate in
            !path.contains { $0.hasSameSubjectAndKey(as: candidate) }
        }
        let ranked = possible.map {
            (candidate: $0, rank: rank($0, asIssuerOf: certificate, isAnchor: known.contains($0)))
        }
        .sorted { $0.rank < $1.rank }
        .map(\.candidate)
        guard let best = ranked.first else { return [] }
        let isMeant = best.fitsKeyIdentifier(in: certificate) ?? true
        if ranked.count == 1, isMeant { return ranked }
        let signed = ranked.filter { isSigned(certificate, by: $0) }
        guard signed.isEmpty, isMeant else { return signed }
        return ranked.filter { $0.hasSameSubjectAndKey(as: best) }
    }

    private mutating func isSigned(_ certificate: Certificate, by issuer: Certificate) -> Bool {
        ledger.isSigned(certificate, by: issuer, validator)
    }

    private func rank(_ issuer: Certificate, asIssuerOf certificate: Certificate, isAnchor: Bool) -> IssuerRank {
        IssuerRank(issuer, asIssuerOf: certificate, isAnchor: isAnchor, at: instant)
    }
}

/// The order in which issuers are tried; the smaller, the more promising (RFC 4158 section 3.5).
private struct IssuerRank: Comparable {
    private let demerits: [Int64]
    private let fingerprint: Fingerprint

    init(_ issuer: Certificate, asIssuerOf certificate: Certificate, isAnchor: Bool, at instant: Instant) {
        let keyDemerit: Int64 =
            switch issuer.fitsKeyIdentifier(in: certificate) {
            case true: 0
            case nil: 1
            case false: 2
            }
        demerits = [
            keyDemerit, issuer.facts.isValid(at: instant) ? 0 : 1, isAnchor ? 0 : 1, issuer.facts.isAuthority ? 0 : 1,
            -(issuer.facts.notAfter?.secondsSince1970 ?? 0),
        ]
        fingerprint = issuer.facts.fingerprint
    }

    static func < (left: IssuerRank, right: IssuerRank) -> Bool {
        guard left.demerits == right.demerits else { return left.demerits.lexicographicallyPrecedes(right.demerits) }
        return left.fingerprint < right.fingerprint
    }
}

extension Certificate {
    /// Whether this is the issuer whose key a certificate names by its identifier; nil where either says nothing.
    fileprivate func fitsKeyIdentifier(in certificate: Certificate) -> Bool? {
        guard let wanted = certificate.facts.extensions.authorityKeyIdentifier?.keyIdentifier,
            let offered = facts.extensions.subjectKeyIdentifier
        else { return nil }
        return wanted == offered
    }

    /// Whether both speak of the same entity with the same key, whatever else they say.
    fileprivate func hasSameSubjectAndKey(as other: Certificate) -> Bool {
        facts.publicKeyFingerprint == other.facts.publicKeyFingerprint && facts.subject == other.facts.subject
    }
}
