/// The fields of an OCSP response (RFC 6960 section 4.2.1), which a test can change before signing.
///
/// Other contents are possible with ``extensions``, the verbatim encodings, and
/// ``TestOCSPResponse/init(signing:as:)``.
package struct OCSPResponseTemplate: Sendable {
    /// The response status; setting it to an error omits the responseBytes.
    package var status = TestOCSPResponseStatus.successful {
        didSet { hasAnswer = status == .successful }
    }
    /// Whether the responseBytes are written.
    package var hasAnswer = true
    /// The response type.
    package var type = TestObjectIdentifier.ocspBasicResponse
    /// The version; 1 is the default of the field and is omitted.
    package var version = 1
    /// The responder ID.
    package var responder: TestOCSPResponderID
    /// The time at which the response was signed.
    package var producedAt = TestInstant.reference.adding(days: -1)
    /// The encoding of ``producedAt``.
    package var producedAtEncoding = TestTimeEncoding.generalized
    /// The single responses.
    package var responses: [OCSPSingleResponseTemplate] = []
    /// The responseExtensions; omitted if empty.
    package var extensions = TestExtensions()
    /// The included certificates; omitted if empty.
    package var certificates: [TestCertificate] = []
    /// The signature of the response.
    package var signature: SignatureTemplate

    /// The nonce of the request (RFC 9654 section 2.1).
    package var nonce: [UInt8]? {
        didSet { extensions.replace(.ocspNonce, with: nonce.map { .ocspNonce($0) }) }
    }

    /// Creates a successful response without single responses, signed by the given responder.
    package init(responder: TestCertificate) {
        self.responder = .byName(responder)
        signature = SignatureTemplate(key: responder.key)
    }

    /// Adds a single response for a certificate.
    package mutating func add(
        _ certificateID: TestOCSPCertificateID,
        status: TestOCSPCertificateStatus = .good,
        edit: (inout OCSPSingleResponseTemplate) -> Void = { _ in }
    ) {
        var response = OCSPSingleResponseTemplate(certificateID, status: status)
        edit(&response)
        responses.append(response)
    }
}
