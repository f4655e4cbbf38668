import TrustModel

/// The dates of issue from which the Baseline Requirements and root programs have a requirement on server certificates.
enum WebCalendar {
    /// The limits on validity, the latest first (Baseline Requirements section 6.3.2, for 825 days Ballot 193).
    static let lifetimes: [ServerLifetimes.Limit] = [
        ServerLifetimes.Limit(issuedSince: Instant(secondsSince1970: 1_868_227_200), days: 47),
        ServerLifetimes.Limit(issuedSince: Instant(secondsSince1970: 1_805_068_800), days: 100),
        ServerLifetimes.Limit(issuedSince: march2026, days: 200),
        ServerLifetimes.Limit(issuedSince: Instant(secondsSince1970: 1_598_918_400), days: 398),
        ServerLifetimes.Limit(issuedSince: Instant(secondsSince1970: 1_519_862_400), days: 825),
    ]

    /// The longest validity of short-lived certificates, the latest first (Baseline Requirements section 1.6.1).
    static let shortLived: [ServerLifetimes.Limit] = [
        ServerLifetimes.Limit(issuedSince: march2026, days: 7),
        ServerLifetimes.Limit(issuedSince: Instant(secondsSince1970: 1_710_460_800), days: 10),
    ]

    /// The date from which no name is in a zone for reverse mapping (Baseline Requirements section 7.1.2.7.12).
    static let withoutReverseZones = march2026

    /// The date from which server certificates do not identify clients (Chrome Root Program Policy).
    static let withoutClientAuth = Instant(secondsSince1970: 1_805_068_800)

    private static let march2026 = Instant(secondsSince1970: 1_773_532_800)

    /// Returns the limit for a date of issue; nil if there is none.
    static func limit(_ limits: [ServerLifetimes.Limit], issuedAt notBefore: Instant) -> ServerLifetimes.Limit? {
        limits.first { notBefore >= $0.issuedSince }
    }
}

extension PathRequirements {
    /// The longest validity, in seconds, with which a certificate needs no evidence of its revocation status; nil if it always
    /// needs evidence.
    func shortLived(_ certificate: CertificateFacts) -> Int64? {
        if let configured = revocation?.shortLived { return configured }
        // The Baseline Requirements have no short-lived CA certificates.
        guard profile.demands.exemptsShortLived, !certificate.isAuthority, let notBefore = certificate.notBefore else {
            return nil
        }
        return WebCalendar.limit(WebCalendar.shortLived, issuedAt: notBefore).map { $0.days * 86400 }
    }
}
