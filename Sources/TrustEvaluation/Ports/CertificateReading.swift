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
