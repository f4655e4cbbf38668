import TrustModel

/// Determines whether and for which revocation reasons a CRL covers a certificate (RFC 5280 section 6.3.3 (b) and (d)).
///
/// The certificate's distribution points are indexed once for all CRLs.
struct CRLScope {
    /// The maximum number of distribution points examined per certificate; usual certificates have one to three.
    static let maximumPoints = 32

    private let certificate: CertificateFacts
    private let points: [DistributionPoint]
    /// The distribution points without cRLIssuer, whose CRLs the certificate's issuer signs.
    private var own = Places()
    /// The distribution points with a cRLIssuer, by that issuer.
    private var byIssuer: [DistinguishedName: Places] = [:]
    private var byForm: [GeneralName: Places] = [:]
    private var byRelativeName: [[UInt8]: Places] = [:]

    init(of certificate: CertificateFacts) {
        self.certificate = certificate
        // For CRLs that no distribution point names, assume a point with the issuer's name (RFC 5280 section 6.3.3).
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

    enum Coverage {
        case reasons(RevocationReasonFlags)
        /// The CRL does not cover the certificate; `why` is a clause.
        case none(why: String)
    }

    /// Returns whether a CRL covers the certificate, and for which reasons; does not check the signer.
    ///
    /// With a location that the certificate names, only the distribution points with that name count: the CRL was
    /// fetched for one of them (RFC 5280 section 6.3.3 (b)(2)).
    func coverage(by list: CertificateRevocationListFacts, from location: String? = nil) -> Coverage {
        let isOwn = list.issuer == certificate.issuer
        if let scope = list.issuingDistributionPoint {
            if scope.isOfOneKind, certificate.version != 3 {
                return .none(
                    why:
                        "covers only one kind of certificate, but certificates of version \(certificate.version) do "
                        + "not encode their kind"
                )
            }
            if scope.onlyContainsAttributeCerts { return .none(why: "covers only attribute certificates") }
            if scope.onlyContainsUserCerts, certificate.isAuthority {
                return .none(why: "covers only end-entity certificates")
            }
            if scope.onlyContainsCACerts, !certificate.isAuthority { return .none(why: "covers only CA certificates") }
        }
        // Only an indirect CRL has entries for other issuers; in another CRL, an equal serial number is a coincidence.
        guard isOwn || list.issuingDistributionPoint?.indirectCRL ?? false else {
            return .none(why: "covers only certificates that have the same issuer as the CRL")
        }
        var places = places(matching: list, isOwn: isOwn)
        if let location, let named = byForm[.uri(location)] { places = places.intersection(named) }
        guard !places.isEmpty else {
            return .none(
                why: isOwn || byIssuer[list.issuer] != nil
                    ? "is for a distribution point that the certificate does not name"
                    : "is from a CRL issuer that the certificate's distribution points do not name"
            )
        }
        let covered = points.indices.filter(places.contains).reduce(into: RevocationReasonFlags()) { covered, place in
            covered.formUnion(points[place].reasons ?? .all)
        }
        return .reasons(covered.intersection(list.issuingDistributionPoint?.onlySomeReasons ?? .all))
    }

    static func hasCRLIssuer(_ certificate: CertificateFacts, named issuer: DistinguishedName) -> Bool {
        (certificate.extensions.crlDistributionPoints ?? []).prefix(maximumPoints).contains { point in
            point.issuers.prefix(maximumPoints).contains(.directory(issuer))
        }
    }

    private func places(matching list: CertificateRevocationListFacts, isOwn: Bool) -> Places {
        // A point with a cRLIssuer field covers only CRLs of that issuer (RFC 5280 section 4.2.1.13).
        var places = byIssuer[list.issuer] ?? Places()
        if isOwn { places.formUnion(own) }
        guard !places.isEmpty, let name = list.issuingDistributionPoint?.name else { return places }
        return places.intersection(self.places(named: name, issuer: list.issuer))
    }

    /// Returns the points that share a name with the CRL's own distribution point.
    ///
    /// Relative names are completed with the CRL issuer's name.
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

/// A set of at most 64 indexes of distribution points.
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
    /// Whether the CRL covers one kind of certificate, and so only version 3 certificates (RFC 5280 section 5.2.5).
    fileprivate var isOfOneKind: Bool { onlyContainsUserCerts || onlyContainsCACerts || onlyContainsAttributeCerts }
}
