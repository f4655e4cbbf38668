/// The bits of the keyUsage extension (RFC 5280 section 4.2.1.3); bit *n* of the type is bit *n* of the raw value.
package struct TestKeyUsage: OptionSet, Hashable, Sendable {
    /// The bits, least significant first.
    package let rawValue: UInt16

    /// Creates a set from any bits, including undefined ones.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Signatures other than on certificates and CRLs.
    package static let digitalSignature = TestKeyUsage(rawValue: 1 << 0)
    /// Signatures for non-repudiation.
    package static let nonRepudiation = TestKeyUsage(rawValue: 1 << 1)
    /// Encryption of keys.
    package static let keyEncipherment = TestKeyUsage(rawValue: 1 << 2)
    /// Encryption of data itself.
    package static let dataEncipherment = TestKeyUsage(rawValue: 1 << 3)
    /// Agreement on keys.
    package static let keyAgreement = TestKeyUsage(rawValue: 1 << 4)
    /// Signatures on certificates.
    package static let keyCertSign = TestKeyUsage(rawValue: 1 << 5)
    /// Signatures on CRLs.
    package static let crlSign = TestKeyUsage(rawValue: 1 << 6)
    /// With keyAgreement: encryption only.
    package static let encipherOnly = TestKeyUsage(rawValue: 1 << 7)
    /// With keyAgreement: decryption only.
    package static let decipherOnly = TestKeyUsage(rawValue: 1 << 8)
}
