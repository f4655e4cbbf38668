/// Names why a certificate was revoked, as reasonCode does (RFC 5280 section 5.3.1).
package struct TestRevocationReason: RawRepresentable, Hashable, Sendable {
    /// The number of the ENUMERATED type, 0 to 127.
    package let rawValue: UInt8

    /// Takes any number, such as 7, which the section leaves unused.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// No reason is given; the section asks to leave the extension out instead.
    package static let unspecified = Self(rawValue: 0)
    /// The subject's key is in other hands.
    package static let keyCompromise = Self(rawValue: 1)
    /// The authority's key is in other hands.
    package static let authorityCompromise = Self(rawValue: 2)
    /// The subject's name or other facts have changed.
    package static let affiliationChanged = Self(rawValue: 3)
    /// Another certificate has taken its place.
    package static let superseded = Self(rawValue: 4)
    /// The certificate is no longer needed.
    package static let cessationOfOperation = Self(rawValue: 5)
    /// The certificate is suspended.
    package static let certificateHold = Self(rawValue: 6)
    /// In a delta list alone: the certificate leaves the list.
    package static let removeFromCRL = Self(rawValue: 8)
    /// A privilege within the certificate was taken back.
    package static let privilegeWithdrawn = Self(rawValue: 9)
    /// The key of an attribute authority is in other hands.
    package static let attributeAuthorityCompromise = Self(rawValue: 10)

    /// The complete ENUMERATED.
    var der: [UInt8] { DERWriter.enumerated(rawValue) }
}
