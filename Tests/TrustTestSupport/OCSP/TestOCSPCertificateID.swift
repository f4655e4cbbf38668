/// A certificate's identifier: digests of the issuer's name and key, and the serial number (RFC 6960 section 4.1.1,
/// CertID).
///
/// A test can change each part, so that it identifies another certificate or none.
package struct TestOCSPCertificateID: Sendable {
    /// The digest algorithm; changing it does not change the digests.
    package var digest: TestDigest
    /// The digest of the issuer's name.
    package var issuerNameHash: [UInt8]
    /// The digest of the issuer's public key: the octets inside its BIT STRING.
    package var issuerKeyHash: [UInt8]
    /// The content octets of the serial number, written unchanged.
    package var serialNumber: [UInt8]

    /// Identifies a certificate of an issuer.
    ///
    /// - Parameters:
    ///   - certificate: the certificate; only its serial number is used.
    ///   - issuer: the CA whose name and key are hashed.
    ///   - digest: the digest; RFC 6960 allows any, RFC 5019 requires SHA-1.
    /// - Throws: ``OpenSSLFailure`` if the library offers no such digest.
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
