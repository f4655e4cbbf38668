/// Holds one extension of a certificate, a revocation list or its entry, or an OCSP response (RFC 5280 section 4.1).
package struct TestExtension: Hashable, Sendable {
    /// The extension's type, by which a list finds it.
    package let objectIdentifier: TestObjectIdentifier
    /// The complete Extension.
    package let der: [UInt8]

    /// Takes the complete Extension as it is, malformed if so given.
    package init(_ objectIdentifier: TestObjectIdentifier, der: [UInt8]) {
        self.objectIdentifier = objectIdentifier
        self.der = der
    }

    /// Makes an extension from the bytes inside its OCTET STRING.
    package static func raw(
        _ objectIdentifier: TestObjectIdentifier,
        critical: Bool = false,
        value: [UInt8]
    ) -> TestExtension {
        TestExtension(
            objectIdentifier,
            der: DERWriter.sequence(
                objectIdentifier.der,
                // FALSE is the default, which DER leaves out.
                critical ? DERWriter.boolean(true) : [],
                DERWriter.octetString(value)
            )
        )
    }
}
