/// A name in an alternative name, a name constraint or an access description (RFC 5280 section 4.2.1.6).
package enum GeneralName: Sendable, Hashable {
    /// A DNS name as encoded, including wildcards.
    case dns(String)
    /// The 4 or 16 octets of an address; in a name constraint, 8 or 32 with a mask; other lengths are malformed.
    case ip([UInt8])
    /// A mailbox; in a name constraint, also a host or domain.
    case email(String)
    /// A URI; in a name constraint, a host or domain.
    case uri(String)
    case directory(DistinguishedName)
    /// An otherName with its type, and its value as a DER element.
    indirect case otherName(type: OID, value: [UInt8])
    indirect case registeredID(OID)
    /// An x400Address (tag number 3) or an ediPartyName (5), with its DER content.
    case other(tag: UInt8, content: [UInt8])
}

extension GeneralName {
    /// The tag number and the DER content of a name that is shown in hexadecimal; nil for names shown as text.
    package var undecoded: (tag: UInt8, content: [UInt8])? {
        switch self {
        case .dns, .ip, .email, .uri, .directory: nil
        case .otherName(let type, let value):
            (0, Self.element(0x06, type.der) + Self.element(0xA0, value))
        case .registeredID(let oid): (8, oid.der)
        case .other(let tag, let content): (tag, content)
        }
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        let octets = (content.count.bitWidth - content.count.leadingZeroBitCount + 7) / 8
        let length = (0..<octets).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
        return [tag, 0x80 | UInt8(octets)] + length + content
    }
}
