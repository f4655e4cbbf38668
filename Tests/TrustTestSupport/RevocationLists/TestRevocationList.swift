/// A signed CRL and its template.
package struct TestRevocationList: Sendable, CustomStringConvertible {
    /// The complete CertificateList.
    package let der: [UInt8]
    /// The fields of the CRL.
    package let template: RevocationListTemplate

    /// Signs a TBSCertList, which a test may have encoded.
    ///
    /// - Parameters:
    ///   - signedPart: The signed bytes, which may be malformed.
    ///   - template: The signature to make, and the value of ``template``.
    /// - Throws: ``OpenSSLFailure`` if the signing key cannot sign with the algorithm.
    package init(signing signedPart: [UInt8], as template: RevocationListTemplate) throws {
        der = try template.signature.signed(signedPart)
        self.template = template
    }

    private init(der: [UInt8], template: RevocationListTemplate) {
        self.der = der
        self.template = template
    }

    /// The CRL as PEM.
    package var pem: String { TestPEM.encode("X509 CRL", der) }

    /// Returns a copy with bytes changed after signing.
    package func mutated(_ mutation: (inout [UInt8]) throws -> Void) rethrows -> TestRevocationList {
        var bytes = der
        try mutation(&bytes)
        return TestRevocationList(der: bytes, template: template)
    }

    /// The PEM text, which can be copied from the output of a failed test.
    package var description: String { pem }
}
