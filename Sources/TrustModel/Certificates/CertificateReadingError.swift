/// A certificate that could not be read: which one, where, and why.
package struct CertificateReadingError: Error, Equatable, Sendable {
    /// The kind of problem; stable names.
    package enum Code: String, Sendable, CaseIterable {
        /// There is no certificate in the bytes.
        case noCertificate
        /// The PEM armour or its base64 is broken; the offset is in the text.
        case malformedPEM
        /// The DER is broken; the offset is in the DER.
        case malformedCertificate
        /// A public key is broken, its PEM armour or its DER; only where pins are read.
        case malformedPublicKey
        /// A private key was sent where certificates belong.
        case privateKey
        case tooManyCertificates
        case certificateTooLarge
        /// A part of a certificate is larger, or has more elements, than is read; the offset is in the DER.
        case boundExceeded
    }

    /// The kind of problem.
    package let code: Code
    /// Position of the certificate, or of the public key among both, 0 being the first; nil when it concerns none.
    package let certificate: Int?
    /// Byte offset, in the text or in the DER as the code says; nil when no byte is to blame.
    package let offset: Int?
    /// The defect, a clause.
    package let reason: String

    /// Takes the parts.
    package init(_ code: Code, certificate: Int? = nil, offset: Int? = nil, reason: String) {
        self.code = code
        self.certificate = certificate
        self.offset = offset
        self.reason = reason
    }
}

extension CertificateReadingError: CustomStringConvertible {
    /// One sentence part with everything known, such as `certificate 2, byte 14: the serial number has no content`.
    package var description: String {
        let what = code == .malformedPublicKey ? "public key" : "certificate"
        let place = [certificate.map { "\(what) \($0)" }, offset.map { "byte \($0)" }].compactMap(\.self)
        return place.isEmpty ? reason : place.joined(separator: ", ") + ": " + reason
    }
}
