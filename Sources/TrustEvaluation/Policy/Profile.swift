/// Which rules a path must meet.
package enum Profile: String, Sendable, CaseIterable {
    /// RFC 5280 and what browsers enforce on TLS servers; the pedantic rest as warnings.
    case server
    /// RFC 5280 path validation without host and without extended key usage.
    case basicX509
    /// What Apple's systems demand of TLS servers (SecPolicyCreateSSL).
    case appleSSL
}
