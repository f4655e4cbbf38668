import TrustModel

/// What part of a certificate's possible revocations a CRL covers (RFC 5280 section 6.3.3 (b) and (d)).
///
/// The certificate's distribution points are sorted once, and looked up for each CRL.
struct CRLScope {
    /// How many distribution points of a certificate are looked at; real ones have one to three.
    static let maximumPoints = 32

    private let certificate: CertificateFacts
    private let points: [DistributionPoint]
    /// The points whose CRLs are the issuer's own.
    private var own = Places()
    /// The points that leave their CRLs to somebody.
    private var byIssuer: [DistinguishedName: Places] = [:]
    /// The points by the forms of their names.
    private var byForm: [GeneralName: Places] = [:]
    private var byRelativeName: [[UInt8]: Places] = [:]

    init(of certificate: CertificateFacts) {
        self.certificate = certificate
        // CRLs besides those of the distribution points are taken as if the issuer's own name were one.
        let assumed = DistributionPoint(name: .full([.directory(certificate.issuer)]), reasons: nil, issuers: [])
        points = (certificate.extensions.crlDistributionPoints ?? []).prefix(Self.maximumPoints) + [assumed]
        for (place, point) in points.enumerated() { sort(point, at: place) }
    }

    private mutating func sort(_ point: DistributionPoint, at place: Int) {
        if point.issuers.isEmpty { own.insert(place) }
        for case .directory(let name) in point.issuers.prefix(Self.maximumPoints) {
            byIssuer[name, default: Places()].insert(place)
        }
        switch point.name ?? .full(point.issuers) {
        case .full(let forms):
            for form in forms.prefix(DistributionPoint.Name.maximumForms) {
                byForm[form, default: Places()].insert(place)
            }
        case .relativeToIssuer(let key): byRelativeName[key, default: Places()].insert(place)
        }
    }

    /// What a CRL is to the certificate.
    enum Coverage {
        /// It would list the certificate if it were revoked for one of these reasons.
        case reasons(RevocationReasonFlags)
        /// It is not about the certificate, with why as a clause.
        case none(why: String)
    }

    /// What a CRL is to the certificate, whoever signed it.
    func coverage(by list: CertificateRevocationListFacts) -> Coverage {
        let isOwn = list.issuer == certificate.issuer
        if let scope = list.issuingDistributionPoint {
            if scope.isOfOneKind, certificate.version != 3 {
                return .none(
                    why: "is for kinds of certificates that version \(certificate.version) does not tell apart"
                )
            }
            if scope.onlyContainsAttributeCerts { return .none(why: "lists attribute certificates only") }
            if scope.onlyContainsUserCerts, certificate.isAuthority { return .none(why: "does not list authorities") }
            if scope.onlyContainsCACerts, !certificate.isAuthority { return .none(why: "lists authorities only") }
        }
        guard isOwn || list.issuingDistributionPoint?.indirectCRL ?? false else {
            return .none(why: "lists certificates of its own issuer only")
        }
        let places = places(matching: list, isOwn: isOwn)
        guard !places.isEmpty else {
            return .none(
                why: isOwn || byIssuer[list.issuer] != nil
                    ? "is for another distribution point than the certificate's"
                    : "is of an issuer that the certificate does not name"
            )
        }
        let covered = points.indices.filter(places.contains).reduce(into: RevocationReasonFlags()) { covered, place in
            covered.formUnion(points[place].reasons ?? .all)
        }
        return .reasons(covered.intersection(list.issuingDistributionPoint?.onlySomeReasons ?? .all))
    }

    /// Whether a certificate names somebody as the issuer of the CRLs about it.
    static func isLeft(_ certificate: CertificateFacts, to issuer: DistinguishedName) -> Bool {
        (certificate.extensions.crlDistributionPoints ?? []).prefix(maximumPoints).contains { point in
            point.issuers.prefix(maximumPoints).contains(.directory(issuer))
        }
    }

    /// The points that a CRL is for.
    private func places(matching list: CertificateRevocationListFacts, isOwn: Bool) -> Places {
        // A point that leaves its CRLs to others says nothing of the issuer's own, and no other issuer's counts.
        var places = byIssuer[list.issuer] ?? Places()
        if isOwn { places.formUnion(own) }
        guard !places.isEmpty, let name = list.issuingDistributionPoint?.name else { return places }
        return places.intersection(self.places(named: name, issuer: list.issuer))
    }

    /// The points that have a name in common with a CRL's, whose issuer relative names are relative to on both sides.
    private func places(named name: DistributionPoint.Name, issuer: DistinguishedName) -> Places {
        var found = Places()
        switch name {
        case .full(let forms):
            for form in forms.prefix(DistributionPoint.Name.maximumForms) {
                if let places = byForm[form] { found.formUnion(places) }
                guard !byRelativeName.isEmpty, case .directory(let form) = form,
                    form.matchingKey.starts(with: issuer.matchingKey)
                else { continue }
                let rest = Array(form.matchingKey.dropFirst(issuer.matchingKey.count))
                if let places = byRelativeName[rest] { found.formUnion(places) }
            }
        case .relativeToIssuer(let key):
            if let places = byRelativeName[key] { found.formUnion(places) }
            let whole = DistinguishedName(der: [], attributes: [], matchingKey: issuer.matchingKey + key)
            if let places = byForm[.directory(whole)] { found.formUnion(places) }
        }
        return found
    }
}

/// Places among at most 64 points.
private struct Places {
    private var bits: UInt64 = 0

    var isEmpty: Bool { bits == 0 }

    func contains(_ place: Int) -> Bool { bits & 1 << UInt64(place) != 0 }

    mutating func insert(_ place: Int) { bits |= 1 << UInt64(place) }

    mutating func formUnion(_ other: Places) { bits |= other.bits }

    func intersection(_ other: Places) -> Places {
        var both = Places()
        both.bits = bits & other.bits
        return both
    }
}

extension IssuingDistributionPoint {
    /// Whether it covers some kind of certificate alone, which excludes certificates older than version 3 (RFC 5280 section
    /// 5.2.5).
    fileprivate var isOfOneKind: Bool { onlyContainsUserCerts || onlyContainsCACerts || onlyContainsAttributeCerts }
}
