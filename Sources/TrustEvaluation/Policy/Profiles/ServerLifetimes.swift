package import TrustModel

/// The maximum validity of TLS server certificates, by the origin of their root.
package struct ServerLifetimes: Sendable, Hashable {
    /// A limit for certificates issued since a date.
    package struct Limit: Sendable, Hashable {
        /// The first notBefore to which the limit applies.
        package let issuedSince: Instant
        /// The maximum number of days, of 86400 seconds each, from notBefore to notAfter.
        package let days: Int64
    }

    /// The limits under system roots, the latest first; the first limit that applies is used.
    package let underSystemRoots: [Limit]
    /// The limits under roots from a policy, the latest first.
    package let underOtherRoots: [Limit]

    /// Apple's limits: 398 days since 2020-09-01 (support article HT211025), 825 days since 2019-07-01 (HT210176).
    static let apple = ServerLifetimes(underSystemRoots: [since2020, since2019], underOtherRoots: [since2019])

    private static let since2020 = Limit(issuedSince: Instant(secondsSince1970: 1_598_918_400), days: 398)
    private static let since2019 = Limit(issuedSince: july2019, days: 825)

    /// The date of issue from which Apple's requirements apply under all roots (support article 103769).
    static let july2019 = Instant(secondsSince1970: 1_561_939_200)
}
