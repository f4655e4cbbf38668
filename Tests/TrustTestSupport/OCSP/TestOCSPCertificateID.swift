/// Names a certificate by digests of its issuer and by its serial number (RFC 6960 section 4.1.1, CertID).
///
/// Each part may be changed by a test so that it names another certificate or none.
package struct TestOCSPCertificateID: Sendable {
    /// The digest that is named; the digests themselves stay as they are when it is changed.
    package var digest: TestDigest
    /// The digest of the issuer's name.
    package var issuerNameHash: [UInt8]
    /// The digest of the issuer's public key: the octets inside its BIT STRING.
    package var issuerKeyHash: [UInt8]
    /// The content octets of the serial number, written as they are.
    package var serialNumber: [UInt8]

    /// Names a certificate of the issuer given.
    ///
    /// - Parameters:
    ///   - certificate: the certificate, of which the serial number alone is used.
    ///   - issuer: the authority whose name and key are digested.
    ///   - digest: the digest; RFC 6960 knows every one, RFC 5019 demands SHA-1.
    /// - Throws: ``OpenSSLFailure`` where the library offers no such digest.
    package init(_ certificate: TestCertificate, issuer: TestAuthority, digest: TestDigest = .sha1) throws {
        self.digest = digest
        issuerNameHash = try digest.hash(issuer.name.der)
        issuerKeyHash = try digest.hash(issuer.key.publicKey)
        serialNumber = certificate.template.serialNumber
    }

    /// The complete CertID.
    package var der: [UInt8] {
        DERWriter.sequence(
            DERWriter.sequence(digest.objectIdentifier.der, DERWriter.null),
            DERWriter.octetString(issuerNameHash),
            DERWriter.octetString(issuerKeyHash),
            DERWriter.integer(content: serialNumber)
        )
    }
}
