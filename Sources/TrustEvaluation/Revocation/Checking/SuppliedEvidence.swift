package import TrustModel

/// Evidence from a request or a policy: CRLs by issuer, and OCSP responses by serial number.
package struct SuppliedEvidence: RevocationSource {
    /// The maximum number of CRL issuers looked up for one certificate; usual certificates name at most one.
    private static let maximumIssuers = 32

    private let lists: [DistinguishedName: [CertificateRevocationList]]
    private let responses: [[UInt8]: [OCSPResponse]]

    /// Indexes CRLs by issuer and OCSP responses by serial number.
    package init(_ evidence: RevocationEvidence) {
        lists = Dictionary(grouping: evidence.lists, by: \.facts.issuer)
        var responses: [[UInt8]: [OCSPResponse]] = [:]
        for response in evidence.responses {
            let serialNumbers = Set((response.answer?.facts.responses ?? []).map(\.certificateID.serialNumber))
            for serialNumber in serialNumbers { responses[serialNumber, default: []].append(response) }
        }
        self.responses = responses
    }

    /// Returns the CRLs of the certificate's issuer and of the CRL issuers that the certificate names, and the
    /// responses with its serial number.
    package func evidence(about certificate: Certificate, issuedBy issuer: Certificate) -> RevocationEvidence {
        RevocationEvidence(
            lists: lists.isEmpty ? [] : issuers(of: certificate.facts).flatMap { lists[$0] ?? [] },
            responses: responses[certificate.facts.serialNumber] ?? []
        )
    }

    /// Returns the names of the possible CRL issuers of a certificate, each once.
    private func issuers(of certificate: CertificateFacts) -> [DistinguishedName] {
        let points = (certificate.extensions.crlDistributionPoints ?? []).prefix(CRLScope.maximumPoints)
        var issuers = [certificate.issuer]
        for case .directory(let name) in points.lazy.flatMap(\.issuers).prefix(Self.maximumIssuers)
        where !issuers.contains(name) {
            issuers.append(name)
        }
        return issuers
    }
}
