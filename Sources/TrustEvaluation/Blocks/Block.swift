package import TrustModel

/// A rule of the operator by which matching certificates are not trusted under any policy.
package struct Block: Sendable {
    /// The place where a block is stored.
    package enum Origin: String, Sendable {
        /// The operator's file.
        case file
        /// A request to the daemon.
        case written
    }

    /// The name, unique in a list.
    package let id: String
    /// The text for people who find out that a certificate is blocked.
    package let reason: String
    /// The last second in which the block is in force, by the clock of the machine; nil for a block without an end.
    package let until: Instant?
    /// The place where the block is stored.
    package let origin: Origin
    /// Whether only end-entity certificates are compared.
    package let isOfLeaf: Bool
    private let matcher: CertificateMatcher

    /// Creates a block from its parts.
    package init(
        id: String,
        reason: String,
        until: Instant?,
        origin: Origin,
        isOfLeaf: Bool,
        matcher: CertificateMatcher
    ) {
        self.id = id
        self.reason = reason
        self.until = until
        self.origin = origin
        self.isOfLeaf = isOfLeaf
        self.matcher = matcher
    }

    /// The identities of all certificates that the block can match; nil if it also matches others.
    package var identities: [CertificateIdentity]? {
        let lists = matcher.entries.lazy.compactMap(\.condition.identities)
        return lists.min { $0.count < $1.count }
    }

    /// Whether the block is in force at a time of the machine's clock.
    package func isInForce(at now: Instant) -> Bool { until.map { now <= $0 } ?? true }

    func cost(of facts: CertificateFacts) -> Int { matcher.cost(of: facts) }

    /// Whether the block matches a certificate.
    ///
    /// A value that applications can read in different ways matches, because one of them could read the blocked value.
    func matches(_ facts: CertificateFacts, isLeaf: Bool) -> Bool {
        (isLeaf || !isOfLeaf) && matcher.match(facts) != .unmet
    }
}
