package import TrustModel

/// Unverified CRLs and OCSP responses.
package struct RevocationEvidence: Sendable {
    /// Complete and delta CRLs.
    package var lists: [CertificateRevocationList]
    /// OCSP responses.
    package var responses: [OCSPResponse]

    /// Creates evidence, empty by default.
    package init(lists: [CertificateRevocationList] = [], responses: [OCSPResponse] = []) {
        self.lists = lists
        self.responses = responses
    }

    /// Whether there are no CRLs and no responses.
    package var isEmpty: Bool { lists.isEmpty && responses.isEmpty }
}
