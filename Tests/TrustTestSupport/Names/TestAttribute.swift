/// An attribute of a name: its type and the element of its value.
package struct TestAttribute: Hashable, Sendable {
    /// The attribute's type.
    package let type: TestObjectIdentifier
    /// The complete element of the value.
    package let value: [UInt8]

    /// Takes a value as a complete element; it may be malformed.
    package init(_ type: TestObjectIdentifier, der value: [UInt8]) {
        self.type = type
        self.value = value
    }

    /// Writes text as a value of the string type given.
    package init(_ type: TestObjectIdentifier, _ text: String, as stringType: TestStringType = .utf8) {
        self.init(type, der: stringType.der(text))
    }

    /// Creates a commonName.
    package static func commonName(_ text: String, as stringType: TestStringType = .utf8) -> TestAttribute {
        TestAttribute(.commonName, text, as: stringType)
    }

    /// Creates a countryName, a PrintableString of two letters (RFC 5280 appendix A.1).
    package static func country(_ text: String) -> TestAttribute {
        TestAttribute(.country, text, as: .printable)
    }

    /// Creates an organizationName.
    package static func organization(_ text: String, as stringType: TestStringType = .utf8) -> TestAttribute {
        TestAttribute(.organization, text, as: stringType)
    }

    /// Creates an organizationalUnitName.
    package static func organizationalUnit(_ text: String, as stringType: TestStringType = .utf8) -> TestAttribute {
        TestAttribute(.organizationalUnit, text, as: stringType)
    }

    /// Creates an emailAddress, an IA5String.
    package static func emailAddress(_ text: String) -> TestAttribute {
        TestAttribute(.emailAddress, text, as: .ia5)
    }

    /// Creates a domainComponent, an IA5String.
    package static func domainComponent(_ text: String) -> TestAttribute {
        TestAttribute(.domainComponent, text, as: .ia5)
    }

    /// The complete AttributeTypeAndValue.
    package var der: [UInt8] { DERWriter.sequence(type.der, value) }
}
