package import TrustModel

/// Reads certificates from bytes of any accepted form.
package protocol CertificateReading: Sendable {
    /// Reads PEM text (with other text around it, several blocks, PKCS#7 bundles) or one DER certificate or bundle.
    ///
    /// - Parameters:
    ///   - bytes: what a file or a request holds.
    ///   - limits: how many and how large certificates may be.
    /// - Returns: the certificates in the order of the bytes, at least one.
    /// - Throws: the first certificate that cannot be read, or that there is none.
    func certificates(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) throws(CertificateReadingError) -> [Certificate]

    /// Reads the same forms but goes on after a certificate that cannot be read.
    ///
    /// - Returns: what could be read, and an error for each that could not; one `noCertificate` where there is none at all.
    func readableCertificates(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) -> (certificates: [Certificate], failures: [CertificateReadingError])
}

/// Bounds on certificates that come from outside.
package struct CertificateLimits: Sendable, Hashable {
    /// How many certificates one request or file may hold.
    package var count: Int
    /// How long the DER of one may be, in bytes.
    package var bytesEach: Int

    /// The default for requests: 64 certificates of 64 KiB; the longest public chains have six, of 2 KB each.
    package init(count: Int = 64, bytesEach: Int = 65536) {
        self.count = count
        self.bytesEach = bytesEach
    }

    /// For anchor files that the operator chose: bundles have hundreds.
    package static let anchors = CertificateLimits(count: 16384, bytesEach: 65536)
}

/// A certificate that could not be read: which one, where, and why.
package struct CertificateReadingError: Error, Equatable, Sendable {
    /// What kind of problem it is; stable names.
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

    /// What kind of problem it is.
    package let code: Code
    /// Position of the certificate, or of the public key among both, 0 being the first; nil when it concerns none.
    package let certificate: Int?
    /// Byte offset, in the text or in the DER as the code says; nil when no byte is to blame.
    package let offset: Int?
    /// What is wrong, a clause.
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
