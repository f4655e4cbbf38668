/// An operator's acceptance of certain reason codes for one chain and host, until a time.
///
/// The counterpart of `SecTrustCopyExceptions` and `SecTrustSetExceptions`.
package struct TrustException: Sendable, Hashable {
    /// The accepted codes; only codes whose gravity is `recoverable`.
    package let codes: [ReasonCode]
    /// The fingerprints of the evaluated path, leaf first, including the anchor if there is one.
    package let chain: [Fingerprint]
    /// The host; nil if the evaluation has none.
    package let host: HostName?
    /// The last second of validity, inclusive.
    package let until: Instant

    /// Creates an exception.
    package init(codes: [ReasonCode], chain: [Fingerprint], host: HostName?, until: Instant) {
        self.codes = codes
        self.chain = chain
        self.host = host
        self.until = until
    }
}
