package import TrustModel

/// A source of revocation evidence, such as a request or a policy.
package protocol RevocationSource: Sendable {
    /// Returns the available CRLs and OCSP responses about a certificate, unverified and in no particular order.
    func evidence(about certificate: Certificate, issuedBy issuer: Certificate) -> RevocationEvidence
}
