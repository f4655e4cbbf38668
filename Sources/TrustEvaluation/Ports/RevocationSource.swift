package import TrustModel

/// Where evidence comes from: what a request or a policy brought, or what can be fetched.
package protocol RevocationSource: Sendable {
    /// What is at hand about a certificate; it need not be of any worth.
    ///
    /// - Parameters:
    ///   - certificate: whose state is asked.
    ///   - issuer: who issued it in the path that is evaluated.
    /// - Returns: CRLs and OCSP responses, in no particular order.
    func evidence(about certificate: Certificate, issuedBy issuer: Certificate) -> RevocationEvidence
}
