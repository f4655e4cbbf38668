/// Which rules a path must meet.
package enum Profile: String, Sendable, CaseIterable {
    /// RFC 5280 and what browsers enforce on TLS servers; the pedantic rest as warnings.
    case server
    /// RFC 5280 with its demands on authorities, and the CA/Browser Forum's Baseline Requirements.
    case webpki
    /// Path validation as RFC 5280 section 6 has it, and no more.
    case rfc5280
    /// The same with what RFC 5280 demands of conforming authorities.
    case rfc5280Strict
    /// RFC 5280 path validation without host and without extended key usage.
    case basicX509
    /// What Apple's systems demand of TLS servers (SecPolicyCreateSSL).
    case appleSSL
}
