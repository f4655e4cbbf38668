import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustTestSupport

extension TestCertificate {
    /// Parses the certificate with the daemon's parser.
    func read() throws -> Certificate {
        let certificates = try OpenSSLCertificateReader().certificates(in: der, limits: CertificateLimits())
        return certificates[0]
    }

    /// The SHA-256 of the certificate, as in pins and exceptions.
    func fingerprint() throws -> Fingerprint { try read().facts.fingerprint }

    /// The SHA-256 of the key, as a pin.
    func keyFingerprint() throws -> Fingerprint { try read().facts.publicKeyFingerprint }

    /// The pin of one kind.
    func pin(_ kind: PinRequirements.Kind) throws -> Fingerprint {
        try kind == .certificates ? fingerprint() : keyFingerprint()
    }
}

extension TestRevocationList {
    /// Parses the CRL with the daemon's parser.
    func read() throws -> CertificateRevocationList {
        try OpenSSLEvidenceReader().revocationLists(in: der, limits: EvidenceLimits())[0]
    }
}

extension Instant {
    /// The reference time of all test certificates.
    static let reference = Instant(TestInstant.reference)

    /// Converts a time of the tests.
    init(_ instant: TestInstant) {
        self.init(secondsSince1970: instant.secondsSince1970)
    }

    /// Returns the reference time plus a number of days and seconds.
    static func reference(days: Int64, seconds: Int64 = 0) -> Instant {
        Instant(.reference.adding(days: days, seconds: seconds))
    }
}
