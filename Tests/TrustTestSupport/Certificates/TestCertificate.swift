/// Holds a signed certificate and the template from which it was signed.
package struct TestCertificate: Sendable, CustomStringConvertible {
    /// The complete Certificate.
    package let der: [UInt8]
    /// What the certificate was made of: names, serial number, moments, extensions.
    package let template: CertificateTemplate

    /// Signs a TBSCertificate, which a test may have written by itself.
    ///
    /// - Parameters:
    ///   - signedPart: the bytes signed, malformed if so given.
    ///   - template: says how to sign, and stands for the certificate in ``template``.
    /// - Throws: ``OpenSSLFailure`` where the signing key cannot sign with the algorithm.
    package init(signing signedPart: [UInt8], as template: CertificateTemplate) throws {
        der = try template.signature.signed(signedPart)
        self.template = template
    }

    /// The key pair certified.
    package var key: TestKey { template.subjectKey }

    /// The subject's name.
    package var subject: TestName { template.subject }

    /// The complete SubjectPublicKeyInfo as the certificate has it.
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

    /// The PEM text, so that a failing test shows a certificate that can be pasted into a tool.
    package var description: String { pem }
}
