/// Which rules a path must meet.
package enum Profile: String, Sendable, CaseIterable {
    /// RFC 5280 and what browsers enforce on TLS servers; the pedantic rest as warnings.
    case server
    /// `SecPolicyCreateSSL`.
    case appleSSL
    /// RFC 5280 path validation without host and without extended key usage.
    case basicX509

    /// Whether the profile compares the host at all.
    package var checksHost: Bool { self != .basicX509 }

    /// Whether the profile looks at extended key usage at all.
    package var checksPurpose: Bool { self != .basicX509 }
}
