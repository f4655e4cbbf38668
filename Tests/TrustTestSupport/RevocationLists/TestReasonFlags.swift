/// The bits of ReasonFlags (RFC 5280 section 4.2.1.13); bit *n* of the type is bit *n* of the raw value.
package struct TestReasonFlags: OptionSet, Hashable, Sendable {
    /// The bits, least significant first.
    package let rawValue: UInt16

    /// Creates a set from any bits, including undefined ones.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The unused bit.
    package static let unused = TestReasonFlags(rawValue: 1 << 0)
    /// The subject's key is compromised.
    package static let keyCompromise = TestReasonFlags(rawValue: 1 << 1)
    /// The CA's key is compromised.
    package static let authorityCompromise = TestReasonFlags(rawValue: 1 << 2)
    /// The subject's name or other information has changed.
    package static let affiliationChanged = TestReasonFlags(rawValue: 1 << 3)
    /// Another certificate has replaced it.
    package static let superseded = TestReasonFlags(rawValue: 1 << 4)
    /// The certificate is no longer needed.
    package static let cessationOfOperation = TestReasonFlags(rawValue: 1 << 5)
    /// The certificate is suspended.
    package static let certificateHold = TestReasonFlags(rawValue: 1 << 6)
    /// A privilege in the certificate was withdrawn.
    package static let privilegeWithdrawn = TestReasonFlags(rawValue: 1 << 7)
    /// The key of an attribute authority is compromised.
    package static let attributeAuthorityCompromise = TestReasonFlags(rawValue: 1 << 8)

    /// The complete BIT STRING.
    var der: [UInt8] { DERWriter.namedBitString(rawValue) }
}
