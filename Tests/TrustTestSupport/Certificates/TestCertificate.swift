/// A signed certificate and its template.
package struct TestCertificate: Sendable, CustomStringConvertible {
    /// The complete Certificate.
    package let der: [UInt8]
    /// The fields of the certificate.
    package let template: CertificateTemplate

    /// Signs a TBSCertificate, which a test may have encoded.
    ///
    /// - Parameters:
    ///   - signedPart: The signed bytes, which may be malformed.
    ///   - template: The signature to make, and the value of ``template``.
    /// - Throws: ``OpenSSLFailure`` if the signing key cannot sign with the algorithm.
    package init(signing signedPart: [UInt8], as template: CertificateTemplate) throws {
        der = try template.signature.signed(signedPart)
        self.template = template
    }

    /// The subject's key pair.
    package var key: TestKey { template.subjectKey }

    /// The subject's name.
    package var subject: TestName { template.subject }

    /// The complete SubjectPublicKeyInfo of the certificate.
    package var subjectPublicKeyInfo: [UInt8] { template.subjectPublicKeyInfo }

    /// The certificate as PEM.
    package var pem: String { TestPEM.encode("CERTIFICATE", der) }

    /// The fingerprint: the digest of the DER, SHA-256 unless another is given.
    package func fingerprint(_ digest: TestDigest = .sha256) throws -> [UInt8] {
        try digest.hash(der)
    }

    /// The key pin: the digest of the SubjectPublicKeyInfo, SHA-256 unless another is given (RFC 7469 section 2.4).
    package func keyPin(_ digest: TestDigest = .sha256) throws -> [UInt8] {
        try digest.hash(subjectPublicKeyInfo)
    }

    /// The PEM text, which can be copied from the output of a failed test.
    package var description: String { pem }
}
