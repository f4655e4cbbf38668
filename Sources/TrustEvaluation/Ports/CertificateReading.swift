package import TrustModel

/// Reads certificates from bytes in any accepted encoding.
package protocol CertificateReading: Sendable {
    /// Reads PEM text with any number of certificates and PKCS#7 bundles, or the DER of one certificate or one bundle.
    ///
    /// - Returns: At least one certificate, in the order of the bytes.
    /// - Throws: The error of the first unreadable certificate, or `noCertificate`.
    func certificates(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) throws(CertificateReadingError) -> [Certificate]

    /// Reads certificates as ``certificates(in:limits:)`` does, but skips unreadable ones.
    ///
    /// - Returns: The readable certificates, and one error for each unreadable certificate; a single `noCertificate` if
    ///   the input contains no certificate.
    func readableCertificates(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) -> (certificates: [Certificate], failures: [CertificateReadingError])
}

/// Limits on the certificates in requests and files.
package struct CertificateLimits: Sendable, Hashable {
    /// The maximum number of certificates in one request or file.
    package var count: Int
    /// The maximum length of one certificate's DER, in bytes.
    package var bytesEach: Int

    /// Creates the limits for requests: 64 certificates of 64 KiB; the longest public chains have six of 2 KB.
    package init(count: Int = 64, bytesEach: Int = 65536) {
        self.count = count
        self.bytesEach = bytesEach
    }

    /// The limits for anchor files chosen by the operator; bundles have hundreds of certificates.
    package static let anchors = CertificateLimits(count: 16384, bytesEach: 65536)
}
