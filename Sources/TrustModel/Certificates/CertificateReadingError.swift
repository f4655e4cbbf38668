/// The defect of an unreadable certificate: its kind, position and reason.
package struct CertificateReadingError: Error, Equatable, Sendable {
    /// The kinds of defects; the names are stable.
    package enum Code: String, Sendable, CaseIterable {
        case noCertificate
        /// The PEM or its base64 is malformed; the offset is in the text.
        case malformedPEM
        /// The DER is malformed; the offset is in the DER.
        case malformedCertificate
        /// The PEM or the DER of a public key is malformed; only for pins.
        case malformedPublicKey
        case privateKey
        case tooManyCertificates
        case certificateTooLarge
        /// A part of a certificate exceeds a maximum size or number of elements; the offset is in the DER.
        case boundExceeded
    }

    /// The kind of defect.
    package let code: Code
    /// The index among the certificates and public keys of the input; nil if the error concerns none of them.
    package let certificate: Int?
    /// The byte offset in the text or in the DER, depending on the code; nil if unknown.
    package let offset: Int?
    /// The defect as a clause.
    package let reason: String

    /// Creates an error.
    package init(_ code: Code, certificate: Int? = nil, offset: Int? = nil, reason: String) {
        self.code = code
        self.certificate = certificate
        self.offset = offset
        self.reason = reason
    }
}

extension CertificateReadingError: CustomStringConvertible {
    /// The position and the reason as a clause, such as `certificate 2, byte 14: the serial number has no content`.
    package var description: String {
        let what = code == .malformedPublicKey ? "public key" : "certificate"
        let place = [certificate.map { "\(what) \($0)" }, offset.map { "byte \($0)" }].compactMap(\.self)
        return place.isEmpty ? reason : place.joined(separator: ", ") + ": " + reason
    }
}
