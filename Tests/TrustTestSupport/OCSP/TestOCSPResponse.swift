/// An OCSP response and its template.
package struct TestOCSPResponse: Sendable, CustomStringConvertible {
    /// The complete OCSPResponse.
    package let der: [UInt8]
    /// The fields of the response.
    package let template: OCSPResponseTemplate

    /// Signs a ResponseData, which a test may have encoded.
    ///
    /// - Parameters:
    ///   - signedPart: The signed bytes, which may be malformed.
    ///   - template: The signature and outer fields to write, and the value of ``template``.
    /// - Throws: ``OpenSSLFailure`` if the signing key cannot sign with the algorithm.
    package init(signing signedPart: [UInt8], as template: OCSPResponseTemplate) throws {
        der = try template.response(around: signedPart)
        self.template = template
    }

    private init(der: [UInt8], template: OCSPResponseTemplate) {
        self.der = der
        self.template = template
    }

    /// Returns a copy with bytes changed after signing.
    package func mutated(_ mutation: (inout [UInt8]) throws -> Void) rethrows -> TestOCSPResponse {
        var bytes = der
        try mutation(&bytes)
        return TestOCSPResponse(der: bytes, template: template)
    }

    /// The base64 text, which can be copied from the output of a failed test.
    package var description: String { TestPEM.base64(der) }
}
