/// Writes a PKCS #7 bundle: SignedData without signers that carries certificates (RFC 2315 section 9.1).
package struct TestPKCS7: Sendable {
    /// The complete ContentInfo.
    package let der: [UInt8]

    /// Bundles certificates in the order given.
    package init(_ certificates: [TestCertificate]) {
        self.init(certificateElements: certificates.map(\.der))
    }

    /// Bundles elements that may be other than certificates.
    package init(certificateElements: [[UInt8]]) {
        let data: TestObjectIdentifier = "1.2.840.113549.1.7.1"
        let signedData: TestObjectIdentifier = "1.2.840.113549.1.7.2"
        // Not sorted as in a DER SET OF, since programs that write bundles keep the caller's order.
        let certificates = DERWriter.element(0xA0, Array(certificateElements.joined()))
        let content = DERWriter.sequence(
            DERWriter.integer(1),
            DERWriter.set(of: []),
            DERWriter.sequence(data.der),
            certificates,
            DERWriter.set(of: [])
        )
        der = DERWriter.sequence(signedData.der, DERWriter.explicit(0, content))
    }

    /// The bundle as PEM.
    package var pem: String { TestPEM.encode("PKCS7", der) }
}
