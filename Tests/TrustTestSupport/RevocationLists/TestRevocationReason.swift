/// The reason of a revocation (RFC 5280 section 5.3.1, CRLReason).
package struct TestRevocationReason: RawRepresentable, Hashable, Sendable {
    /// The number of the ENUMERATED type, 0 to 127.
    package let rawValue: UInt8

    /// Creates a reason with any number, such as the unused 7.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// No reason; the RFC recommends to omit the extension instead.
    package static let unspecified = Self(rawValue: 0)
    /// The subject's key is compromised.
    package static let keyCompromise = Self(rawValue: 1)
    /// The CA's key is compromised.
    package static let authorityCompromise = Self(rawValue: 2)
    /// The subject's name or other information has changed.
    package static let affiliationChanged = Self(rawValue: 3)
    /// Another certificate has replaced it.
    package static let superseded = Self(rawValue: 4)
    /// The certificate is no longer needed.
    package static let cessationOfOperation = Self(rawValue: 5)
    /// The certificate is suspended.
    package static let certificateHold = Self(rawValue: 6)
    /// Only in delta CRLs: the certificate is removed from the CRL.
    package static let removeFromCRL = Self(rawValue: 8)
    /// A privilege in the certificate was withdrawn.
    package static let privilegeWithdrawn = Self(rawValue: 9)
    /// The key of an attribute authority is compromised.
    package static let attributeAuthorityCompromise = Self(rawValue: 10)

    /// The complete ENUMERATED.
    var der: [UInt8] { DERWriter.enumerated(rawValue) }
}
