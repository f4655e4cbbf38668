package import TrustModel

/// A source of revocation evidence, such as a request or a policy.
package protocol RevocationSource: Sendable {
    /// Returns the available evidence about a certificate, unverified.
    ///
    /// - Parameters:
    ///   - certificate: The certificate whose status is required.
    ///   - issuer: Its issuer in the path.
    /// - Returns: CRLs and OCSP responses, in no particular order.
    func evidence(about certificate: Certificate, issuedBy issuer: Certificate) -> RevocationEvidence
}
