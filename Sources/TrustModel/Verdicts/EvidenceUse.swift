/// Revocation evidence, or an issuer, that a verdict used or lacked; for metrics.
package struct EvidenceUse: Sendable, Hashable {
    /// The kinds of evidence.
    package enum Method: String, Sendable, CaseIterable {
        case ocsp
        case crl
        case issuer
    }

    /// The origins of evidence.
    package enum Source: String, Sendable, CaseIterable {
        case request
        case policy
        case cache
        case network
        /// There is no evidence.
        case none
    }

    /// The contributions of evidence to a verdict.
    package enum Outcome: String, Sendable, CaseIterable {
        case good
        case revoked
        /// A required answer about revocation is missing.
        case unknown
        /// The path contains a fetched issuer.
        case found
        /// An issuer was looked for and not found.
        case missing
    }

    /// The certificate that the evidence is about, or whose issuer is missing; the issuer if it was found.
    package let certificate: Fingerprint
    /// The kind of evidence.
    package let method: Method
    /// The origin of the evidence.
    package let source: Source
    /// The contribution of the evidence.
    package let outcome: Outcome

    /// Creates a use.
    package init(_ certificate: Fingerprint, _ method: Method, from source: Source, outcome: Outcome) {
        self.certificate = certificate
        self.method = method
        self.source = source
        self.outcome = outcome
    }
}
