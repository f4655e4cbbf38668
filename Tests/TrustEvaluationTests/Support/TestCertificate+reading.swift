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

    /// The SHA-256 of the certificate, as a pin or in an exception.
    func fingerprint() throws -> Fingerprint { try read().facts.fingerprint }

    /// The SHA-256 of the key, as a pin.
    func keyFingerprint() throws -> Fingerprint { try read().facts.publicKeyFingerprint }

    /// The pin of one kind.
    func pin(_ kind: PinRequirements.Kind) throws -> Fingerprint {
        try kind == .certificates ? fingerprint() : keyFingerprint()
    }
}

extension TestRevocationList {
    /// The list as the daemon reads it.
    func read() throws -> CertificateRevocationList {
        try OpenSSLEvidenceReader().revocationLists(in: der, limits: EvidenceLimits())[0]
    }
}

extension Instant {
    /// The moment around which every certificate of the tests is built.
    static let reference = Instant(TestInstant.reference)

    /// Takes a moment of the tests.
    init(_ instant: TestInstant) {
        self.init(secondsSince1970: instant.secondsSince1970)
    }

    /// Days from the moment around which every certificate is built, and seconds.
    static func reference(days: Int64, seconds: Int64 = 0) -> Instant {
        Instant(.reference.adding(days: days, seconds: seconds))
    }
}
