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

    /// The reasons for which a CRL of the certificate's issuer would list the certificate; empty where it would not.
    func reasons(coveredBy list: CertificateRevocationListFacts) -> RevocationReasonFlags {
        guard complaint(about: list) == nil else { return [] }
        let scope = list.issuingDistributionPoint
        return points.filter { matches($0, scope, issuer: list.issuer) }.reduce(into: []) { covered, point in
            covered.formUnion((point.reasons ?? .all).intersection(scope?.onlySomeReasons ?? .all))
        }
    }

    /// Why a CRL is not about the certificate, a clause; nil where it is.
    func complaint(about list: CertificateRevocationListFacts) -> String? {
        guard let scope = list.issuingDistributionPoint else { return nil }
        if scope.onlyContainsAttributeCerts { return "lists attribute certificates only" }
        if scope.onlyContainsUserCerts, certificate.isAuthority { return "does not list authorities" }
        if scope.onlyContainsCACerts, !certificate.isAuthority { return "lists authorities only" }
        guard points.contains(where: { matches($0, scope, issuer: list.issuer) }) else {
            return "is for another distribution point than the certificate's"
        }
        return nil
    }

    private func matches(
        _ point: DistributionPoint,
        _ scope: IssuingDistributionPoint?,
        issuer: DistinguishedName
    ) -> Bool {
        // A point that leaves its CRLs to others says nothing of the issuer's own.
        guard point.issuers.isEmpty || point.issuers.contains(.directory(issuer)) else { return false }
        guard let name = scope?.name else { return true }
        return (point.name ?? .full(point.issuers)).matches(name, issuer: issuer)
    }
}
