/// Holds everything an OCSP response is made of (RFC 6960 section 4.2.1), to be changed by a test before it is signed.
///
/// What no property covers, ``extensions``, the verbatim encodings, and in the last resort
/// ``TestOCSPResponse/init(signing:as:)`` can say.
package struct OCSPResponseTemplate: Sendable {
    /// How the responder took the request; setting it leaves out the answer of any but a successful one.
    package var status = TestOCSPResponseStatus.successful {
        didSet { hasAnswer = status == .successful }
    }
    /// Whether the responseBytes are written.
    package var hasAnswer = true
    /// The type of the answer.
    package var type = TestObjectIdentifier.ocspBasicResponse
    /// The version as people count; 1 is the default of the field and is left out.
    package var version = 1
    /// The responder that the response names.
    package var responder: TestOCSPResponderID
    /// The moment at which the response was signed.
    package var producedAt = TestInstant.reference.adding(days: -1)
    /// How ``producedAt`` is written.
    package var producedAtEncoding = TestTimeEncoding.generalized
    /// What the response says of each certificate.
    package var responses: [OCSPSingleResponseTemplate] = []
    /// The responseExtensions; none at all leaves the field out.
    package var extensions = TestExtensions()
    /// The certificates sent along; none at all leaves the field out.
    package var certificates: [TestCertificate] = []
    /// How the response is signed.
    package var signature: SignatureTemplate

    /// The nonce of the request that is answered (RFC 9654 section 2.1).
    package var nonce: [UInt8]? {
        didSet { extensions.replace(.ocspNonce, with: nonce.map { .ocspNonce($0) }) }
    }

    /// Makes a successful response without answers, named after and signed by the responder given.
    package init(responder: TestCertificate) {
        self.responder = .byName(responder)
        signature = SignatureTemplate(key: responder.key)
    }

    /// Adds an answer about a certificate.
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
