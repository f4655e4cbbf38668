import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustTestSupport

extension TestCertificate {
    /// The certificate as the daemon reads it.
    func read() throws -> Certificate {
        let certificates = try OpenSSLCertificateReader().certificates(in: der, limits: CertificateLimits())
        return certificates[0]
    }
}

extension Instant {
    /// The moment around which every certificate of the tests is built.
    static let reference = Instant(TestInstant.reference)

    /// Takes a moment of the tests.
    init(_ instant: TestInstant) {
        self.init(secondsSince1970: instant.secondsSince1970)
    }
}
