/// A parsed OCSP response: its bytes and what they say (RFC 6960 section 4.2).
package final class OCSPResponse: Sendable {
    /// How the responder answered as a whole (section 4.2.1).
    package enum Status: Sendable, Hashable {
        case successful
        case malformedRequest
        case internalError
        case tryLater
        case sigRequired
        case unauthorized
        /// A number that the standard does not know.
        case other(Int)
    }

    /// A successful answer.
    package struct Answer: Sendable {
        /// What it says.
        package let facts: OCSPAnswerFacts
        /// The certificates inside, which may hold the signer's, in encoded order.
        package let certificates: [Certificate]
        /// Where the signature stands in the response's DER, and what it is over.
        package let signedPart: SignedPart

        /// Takes the parts as the parser made them.
        package init(facts: OCSPAnswerFacts, certificates: [Certificate], signedPart: SignedPart) {
            self.facts = facts
            self.certificates = certificates
            self.signedPart = signedPart
        }
    }

    /// The DER encoding, as received.
    package let der: [UInt8]
    /// How the responder answered as a whole.
    package let status: Status
    /// The answer; there is one where the status is `successful`, and only there.
    package let answer: Answer?

    /// Takes the parts as the parser made them.
    package init(der: [UInt8], status: Status, answer: Answer?) {
        self.der = der
        self.status = status
        self.answer = answer
    }
}

extension OCSPResponse.Status: CustomStringConvertible {
    /// The standard's name.
    package var description: String {
        switch self {
        case .successful: "successful"
        case .malformedRequest: "malformedRequest"
        case .internalError: "internalError"
        case .tryLater: "tryLater"
        case .sigRequired: "sigRequired"
        case .unauthorized: "unauthorized"
        case .other(let number): "\(number)"
        }
    }
}
