import TrustModel

/// What part of a certificate's possible revocations a CRL covers (RFC 5280 section 6.3.3 (b) and (d)).
struct CRLScope {
    /// How many distribution points of a certificate are looked at; real ones have one to three.
    static let maximumPoints = 32

    private let certificate: CertificateFacts
    private let points: [DistributionPoint]

    init(of certificate: CertificateFacts) {
        self.certificate = certificate
        // CRLs besides those of the distribution points are taken as if the issuer's own name were one.
        let assumed = DistributionPoint(name: .full([.directory(certificate.issuer)]), reasons: nil, issuers: [])
        points = (certificate.extensions.crlDistributionPoints ?? []).prefix(Self.maximumPoints) + [assumed]
    }

    /// The reasons for which a CRL would list the certificate; empty where it would not.
    func reasons(coveredBy list: CertificateRevocationListFacts) -> RevocationReasonFlags {
        guard complaint(about: list) == nil else { return [] }
        return points.filter { matches($0, list) }.reduce(into: []) { covered, point in
            covered.formUnion(
                (point.reasons ?? .all).intersection(list.issuingDistributionPoint?.onlySomeReasons ?? .all)
            )
        }
    }

    /// Why a CRL is not about the certificate, a clause; nil where it is.
    func complaint(about list: CertificateRevocationListFacts) -> String? {
        if let scope = list.issuingDistributionPoint {
            if scope.onlyContainsAttributeCerts { return "lists attribute certificates only" }
            if scope.onlyContainsUserCerts, certificate.isAuthority { return "does not list authorities" }
            if scope.onlyContainsCACerts, !certificate.isAuthority { return "lists authorities only" }
        }
        guard list.issuer == certificate.issuer || list.issuingDistributionPoint?.indirectCRL ?? false else {
            return "lists certificates of its own issuer only"
        }
        guard points.contains(where: { matches($0, list) }) else {
            return list.issuer == certificate.issuer || points.contains { $0.isLeft(to: list.issuer) }
                ? "is for another distribution point than the certificate's"
                : "is of an issuer that the certificate does not name"
        }
        return nil
    }

    /// Whether the certificate names somebody as the issuer of the CRLs about it.
    func isLeft(to issuer: DistinguishedName) -> Bool {
        points.contains { $0.isLeft(to: issuer) }
    }

    private func matches(_ point: DistributionPoint, _ list: CertificateRevocationListFacts) -> Bool {
        // A point that leaves its CRLs to others says nothing of the issuer's own, and no other issuer's counts.
        guard point.issuers.isEmpty ? list.issuer == certificate.issuer : point.isLeft(to: list.issuer) else {
            return false
        }
        guard let name = list.issuingDistributionPoint?.name else { return true }
        return (point.name ?? .full(point.issuers)).matches(name, issuer: list.issuer)
    }
}

extension DistributionPoint {
    /// Whether the point's CRLs are issued by somebody who is named in it.
    fileprivate func isLeft(to issuer: DistinguishedName) -> Bool {
        issuers.prefix(CRLScope.maximumPoints).contains(.directory(issuer))
    }
}
