/// The status of a response (RFC 6960 section 4.2.1, OCSPResponseStatus).
package struct TestOCSPResponseStatus: RawRepresentable, Hashable, Sendable {
    /// The number of the ENUMERATED type, 0 to 127.
    package let rawValue: UInt8

    /// Creates a status with any number, such as the unused 4.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The response contains responseBytes.
    package static let successful = Self(rawValue: 0)
    /// The request is malformed.
    package static let malformedRequest = Self(rawValue: 1)
    /// The responder has an internal error.
    package static let internalError = Self(rawValue: 2)
    /// The responder cannot answer at this time.
    package static let tryLater = Self(rawValue: 3)
    /// The request must be signed.
    package static let signatureRequired = Self(rawValue: 5)
    /// The responder does not answer this client or for this certificate.
    package static let unauthorized = Self(rawValue: 6)
}
