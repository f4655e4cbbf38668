/// A set of validation rules.
package enum Profile: String, Sendable, CaseIterable {
    /// RFC 5280 path validation and browser requirements for TLS servers; other requirements cause only warnings.
    case server
    /// RFC 5280 including its requirements on CAs, and the CA/Browser Forum's Baseline Requirements.
    case webpki
    /// Path validation according to RFC 5280 section 6 only.
    case rfc5280
    /// Path validation according to RFC 5280, including its requirements on conforming CAs.
    case rfc5280Strict
    /// RFC 5280 path validation without checks of the host and the extended key usage.
    case basicX509
    /// The requirements of Apple's systems on TLS servers (SecPolicyCreateSSL).
    case appleSSL
    /// RFC 5280 path validation and the requirements on an X.509-SVID of a workload (SPIFFE X509-SVID).
    case spiffe
}
