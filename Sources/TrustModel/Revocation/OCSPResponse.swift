/// A parsed OCSP response: its encoding and its fields (RFC 6960 section 4.2).
package final class OCSPResponse: Sendable {
    /// The status of a response (section 4.2.1).
    package enum Status: Sendable, Hashable {
        case successful
        case malformedRequest
        case internalError
        case tryLater
        case sigRequired
        case unauthorized
        /// A number that RFC 6960 does not define.
        case other(Int)
    }

    /// A basic response.
    package struct Answer: Sendable {
        /// The parsed fields.
        package let facts: OCSPAnswerFacts
        /// The certificates in the response, in encoded order; they may include the signer's.
        package let certificates: [Certificate]
        /// The ranges of the signature and the signed bytes in the response's DER.
        package let signedPart: SignedPart

        /// Creates a value from its parsed parts.
        package init(facts: OCSPAnswerFacts, certificates: [Certificate], signedPart: SignedPart) {
            self.facts = facts
            self.certificates = certificates
            self.signedPart = signedPart
        }
    }

    /// The DER encoding, as received.
    package let der: [UInt8]
    /// The status of the response.
    package let status: Status
    /// The basic response; present only if the status is `successful`.
    package let answer: Answer?
    /// The keys that are known to have made the signature; nil if they are not recorded.
    package let verifiedKeys: (any SignatureRecord)?

    /// Creates a value from its parsed parts.
    package init(der: [UInt8], status: Status, answer: Answer?, verifiedKeys: (any SignatureRecord)? = nil) {
        self.verifiedKeys = verifiedKeys
        self.der = der
        self.status = status
        self.answer = answer
    }
}

extension OCSPResponse.Status: CustomStringConvertible {
    /// The name in RFC 6960, or the number.
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
