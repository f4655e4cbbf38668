package import TrustModel

/// How long the certificate of a TLS server may live, by whose root it stands under.
package struct ServerLifetimes: Sendable, Hashable {
    /// A bound that counts from a day on.
    package struct Limit: Sendable, Hashable {
        /// The first notBefore that it counts for.
        package let issuedSince: Instant
        /// The most days from notBefore to notAfter, each of 86400 seconds.
        package let days: Int64
    }

    /// Under the operating system's roots, the latest first: the first whose day has come counts.
    package let underSystemRoots: [Limit]
    /// Under roots that a policy chose, likewise.
    package let underOtherRoots: [Limit]

    /// Apple's: 398 days since 2020-09-01 (support article HT211025), else 825 days since 2019-07-01 (HT210176).
    static let apple = ServerLifetimes(underSystemRoots: [since2020, since2019], underOtherRoots: [since2019])

    private static let since2020 = Limit(issuedSince: Instant(secondsSince1970: 1_598_918_400), days: 398)
    private static let since2019 = Limit(issuedSince: Instant(secondsSince1970: 1_561_939_200), days: 825)
}
