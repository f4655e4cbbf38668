package import TrustModel

/// CRLs and OCSP responses, of whatever worth.
package struct RevocationEvidence: Sendable {
    /// CRLs, complete ones and deltas.
    package var lists: [CertificateRevocationList]
    /// OCSP responses.
    package var responses: [OCSPResponse]

    /// Takes the parts; without any, no evidence.
    package init(lists: [CertificateRevocationList] = [], responses: [OCSPResponse] = []) {
        self.lists = lists
        self.responses = responses
    }

    /// Whether there is none.
    package var isEmpty: Bool { lists.isEmpty && responses.isEmpty }
}
