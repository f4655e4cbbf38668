package import TrustIdentities
package import TrustModel

/// One attempt to sign with an identity, for the log.
package struct SignatureUse: Sendable, Equatable {
    /// The name of the client.
    package let client: String
    /// The name of the identity.
    package let identity: String
    /// The kind of content, as in the request; nil if the request was not valid.
    package let kind: String?
    /// The algorithm; nil if the request was not valid.
    package let algorithm: SigningAlgorithm?
    /// The SHA-256 digest of the signed content in hexadecimal, or the digest in the request; nil without content.
    package let digest: String?
    /// The code of the problem; nil if the signature was made.
    package var refusal: ProblemCode?
}

/// The client identities, and the means to limit and record their use.
package struct IdentityService: Sendable {
    /// The identities.
    package let store: IdentityStore
    /// Counts signatures.
    let metrics = SignatureMetrics()
    let rateLimit: SignatureRateLimit
    let sha256: @Sendable ([UInt8]) -> Fingerprint
    let log: @Sendable (SignatureUse) -> Void

    /// Creates a service; `log` is called for each attempt to sign by a client with the right.
    package init(
        store: IdentityStore,
        rateLimit: SignatureRateLimit,
        sha256: @escaping @Sendable ([UInt8]) -> Fingerprint,
        log: @escaping @Sendable (SignatureUse) -> Void
    ) {
        self.store = store
        self.rateLimit = rateLimit
        self.sha256 = sha256
        self.log = log
    }

    /// A service without identities.
    static let empty = IdentityService(
        store: IdentityStore([]) { configuration throws(IdentityError) in
            throw IdentityError(.unreadable, identity: configuration.name, source: "the identity", reason: "is absent")
        },
        rateLimit: SignatureRateLimit(now: { .zero }),
        sha256: { _ in preconditionFailure("there are no identities") },
        log: { _ in }
    )
}
