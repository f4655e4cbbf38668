/// Holds the bits of ReasonFlags (RFC 5280 section 4.2.1.13); bit *n* of the type is bit *n* of the number.
package struct TestReasonFlags: OptionSet, Hashable, Sendable {
    /// The bits, least significant first.
    package let rawValue: UInt16

    /// Takes any bits, undefined ones included.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The bit that has no meaning.
    package static let unused = TestReasonFlags(rawValue: 1 << 0)
    /// The subject's key is in other hands.
    package static let keyCompromise = TestReasonFlags(rawValue: 1 << 1)
    /// The authority's key is in other hands.
    package static let authorityCompromise = TestReasonFlags(rawValue: 1 << 2)
    /// The subject's name or other facts have changed.
    package static let affiliationChanged = TestReasonFlags(rawValue: 1 << 3)
    /// Another certificate has taken its place.
    package static let superseded = TestReasonFlags(rawValue: 1 << 4)
    /// The certificate is no longer needed.
    package static let cessationOfOperation = TestReasonFlags(rawValue: 1 << 5)
    /// The certificate is suspended.
    package static let certificateHold = TestReasonFlags(rawValue: 1 << 6)
    /// A privilege within the certificate was taken back.
    package static let privilegeWithdrawn = TestReasonFlags(rawValue: 1 << 7)
    /// The key of an attribute authority is in other hands.
    package static let attributeAuthorityCompromise = TestReasonFlags(rawValue: 1 << 8)

    /// The complete BIT STRING.
    var der: [UInt8] { DERWriter.namedBitString(rawValue) }
}
