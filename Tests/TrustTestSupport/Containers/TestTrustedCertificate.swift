/// Writes OpenSSL's TRUSTED CERTIFICATE: a certificate followed by the purposes for which its owner trusts it.
package struct TestTrustedCertificate: Sendable {
    /// The certificate's DER with the trailer behind it.
    package let der: [UInt8]

    /// Adds a trailer to a certificate.
    ///
    /// - Parameters:
    ///   - certificate: the certificate, whose bytes stay as they are.
    ///   - trusted: purposes trusted; nil writes no list, an empty one trusts none.
    ///   - rejected: purposes refused; nil writes no list.
    ///   - alias: the owner's name for it; nil writes none.
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
