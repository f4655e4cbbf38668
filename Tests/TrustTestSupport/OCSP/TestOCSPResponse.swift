/// Holds an OCSP response and the template from which it was signed.
package struct TestOCSPResponse: Sendable, CustomStringConvertible {
    /// The complete OCSPResponse.
    package let der: [UInt8]
    /// What the response was made of: responder, moments, answers, certificates.
    package let template: OCSPResponseTemplate

    /// Signs a ResponseData, which a test may have written by itself.
    ///
    /// - Parameters:
    ///   - signedPart: the bytes signed, malformed if so given.
    ///   - template: says how to sign and what goes around, and stands for the response in ``template``.
    /// - Throws: ``OpenSSLFailure`` where the signing key cannot sign with the algorithm.
    package init(signing signedPart: [UInt8], as template: OCSPResponseTemplate) throws {
        der = try template.response(around: signedPart)
        self.template = template
    }

    private init(der: [UInt8], template: OCSPResponseTemplate) {
        self.der = der
        self.template = template
    }

    /// Gives the response with its bytes changed after it was signed.
    package func mutated(_ mutation: (inout [UInt8]) throws -> Void) rethrows -> TestOCSPResponse {
        var bytes = der
        try mutation(&bytes)
        return TestOCSPResponse(der: bytes, template: template)
    }

    /// The base64 text, so that a failing test shows a response that can be pasted into a tool.
    package var description: String { TestPEM.base64(der) }
}
