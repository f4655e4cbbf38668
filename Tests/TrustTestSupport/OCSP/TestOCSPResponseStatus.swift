/// Names how a responder took a request, as responseStatus does (RFC 6960 section 4.2.1).
package struct TestOCSPResponseStatus: RawRepresentable, Hashable, Sendable {
    /// The number of the ENUMERATED type, 0 to 127.
    package let rawValue: UInt8

    /// Takes any number, such as 4, which the section leaves unused.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The response holds an answer.
    package static let successful = Self(rawValue: 0)
    /// The request is malformed.
    package static let malformedRequest = Self(rawValue: 1)
    /// The responder is in trouble.
    package static let internalError = Self(rawValue: 2)
    /// The responder cannot answer for now.
    package static let tryLater = Self(rawValue: 3)
    /// The request has to be signed.
    package static let signatureRequired = Self(rawValue: 5)
    /// The responder does not answer this client or for this certificate.
    package static let unauthorized = Self(rawValue: 6)
}
