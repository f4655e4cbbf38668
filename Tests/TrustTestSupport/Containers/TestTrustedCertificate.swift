/// Writes an OpenSSL TRUSTED CERTIFICATE: a certificate followed by its trust settings.
package struct TestTrustedCertificate: Sendable {
    /// The certificate's DER followed by the trust settings.
    package let der: [UInt8]

    /// Adds trust settings to a certificate.
    ///
    /// - Parameters:
    ///   - certificate: the certificate, whose bytes do not change.
    ///   - trusted: the trusted purposes; nil omits the list, an empty list trusts none.
    ///   - rejected: the rejected purposes; nil omits the list.
    ///   - alias: the owner's name for it; nil omits it.
    package init(
        _ certificate: TestCertificate,
        trusted: [TestObjectIdentifier]? = nil,
        rejected: [TestObjectIdentifier]? = nil,
        alias: String? = nil
    ) {
        let trailer = DERWriter.sequence(
            trusted.map { DERWriter.sequence(of: $0.map(\.der)) } ?? [],
            rejected.map { DERWriter.element(0xA0, $0.flatMap(\.der)) } ?? [],
            alias.map { TestStringType.utf8.der($0) } ?? []
        )
        der = certificate.der + trailer
    }

    /// The whole as PEM.
    package var pem: String { TestPEM.encode("TRUSTED CERTIFICATE", der) }
}
