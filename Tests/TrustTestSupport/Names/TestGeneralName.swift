/// A GeneralName of subject alternative names and name constraints (RFC 5280 section 4.2.1.6).
///
/// Text is written as unchecked UTF-8, so names may contain NUL or characters that IA5String lacks.
package enum TestGeneralName: Hashable, Sendable {
    /// A dNSName.
    case dns(String)
    /// An rfc822Name.
    case email(String)
    /// A uniformResourceIdentifier.
    case uri(String)
    /// An iPAddress: 4 or 16 octets as a name, 8 or 32 (address and mask) as a constraint; the count is not checked.
    case ip([UInt8])
    /// A directoryName.
    case directory(TestName)
    /// A registeredID.
    case registeredID(TestObjectIdentifier)
    /// An otherName; the value is a complete element.
    case other(TestObjectIdentifier, value: [UInt8])
    /// The complete element, written unchanged.
    case verbatim([UInt8])

    /// The complete element.
    package var der: [UInt8] {
        switch self {
        case .other(let type, let value): DERWriter.explicit(0, type.der, DERWriter.explicit(0, value))
        case .email(let text): DERWriter.implicit(1, Array(text.utf8))
        case .dns(let text): DERWriter.implicit(2, Array(text.utf8))
        // A CHOICE cannot be tagged implicitly (X.680 section 31.2.7), hence explicit.
        case .directory(let name): DERWriter.explicit(4, name.der)
        case .uri(let text): DERWriter.implicit(6, Array(text.utf8))
        case .ip(let octets): DERWriter.implicit(7, octets)
        case .registeredID(let identifier): DERWriter.implicit(8, identifier.content)
        case .verbatim(let bytes): bytes
        }
    }
}
