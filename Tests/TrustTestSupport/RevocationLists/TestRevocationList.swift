/// Holds a signed revocation list and the template from which it was signed.
package struct TestRevocationList: Sendable, CustomStringConvertible {
    /// The complete CertificateList.
    package let der: [UInt8]
    /// What the list was made of: issuer, moments, entries, extensions.
    package let template: RevocationListTemplate

    /// Signs a TBSCertList, which a test may have written by itself.
    ///
    /// - Parameters:
    ///   - signedPart: the bytes signed, malformed if so given.
    ///   - template: says how to sign, and stands for the list in ``template``.
    /// - Throws: ``OpenSSLFailure`` where the signing key cannot sign with the algorithm.
    package init(signing signedPart: [UInt8], as template: RevocationListTemplate) throws {
        der = try template.signature.signed(signedPart)
        self.template = template
    }

    private init(der: [UInt8], template: RevocationListTemplate) {
        self.der = der
        self.template = template
    }

    /// The list as PEM.
    package var pem: String { TestPEM.encode("X509 CRL", der) }

    /// Gives the list with its bytes changed after it was signed.
    package func mutated(_ mutation: (inout [UInt8]) throws -> Void) rethrows -> TestRevocationList {
        var bytes = der
        try mutation(&bytes)
        return TestRevocationList(der: bytes, template: template)
    }

    /// The PEM text, so that a failing test shows a list that can be pasted into a tool.
    package var description: String { pem }
}
