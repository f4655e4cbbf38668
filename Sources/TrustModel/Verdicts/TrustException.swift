/// What a person in charge accepts although it is wrong: exactly these codes, for exactly this chain and host, until then.
///
/// The counterpart of `SecTrustCopyExceptions` and `SecTrustSetExceptions`.
package struct TrustException: Sendable, Hashable {
    /// The codes that are accepted; only ones whose gravity is `recoverable`.
    package let codes: [ReasonCode]
    /// The fingerprints of the evaluated path, leaf first, the anchor included where there is one.
    package let chain: [Fingerprint]
    /// The host that it is for; nil where the evaluation has none.
    package let host: HostName?
    /// The last second at which it counts.
    package let until: Instant

    /// Takes the parts.
    package init(codes: [ReasonCode], chain: [Fingerprint], host: HostName?, until: Instant) {
        self.codes = codes
        self.chain = chain
        self.host = host
        self.until = until
    }
}
