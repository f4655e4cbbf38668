/// An extension of a certificate, a CRL, a CRL entry or an OCSP response (RFC 5280 section 4.1).
package struct TestExtension: Hashable, Sendable {
    /// The extension's type.
    package let objectIdentifier: TestObjectIdentifier
    /// The complete Extension.
    package let der: [UInt8]

    /// Takes the complete Extension unchanged; it may be malformed.
    package init(_ objectIdentifier: TestObjectIdentifier, der: [UInt8]) {
        self.objectIdentifier = objectIdentifier
        self.der = der
    }

    /// Creates an extension from the bytes inside its OCTET STRING.
    package static func raw(
        _ objectIdentifier: TestObjectIdentifier,
        critical: Bool = false,
        value: [UInt8]
    ) -> TestExtension {
        TestExtension(
            objectIdentifier,
            der: DERWriter.sequence(
                objectIdentifier.der,
                // FALSE is the default, which DER omits.
                critical ? DERWriter.boolean(true) : [],
                DERWriter.octetString(value)
            )
        )
    }
}
