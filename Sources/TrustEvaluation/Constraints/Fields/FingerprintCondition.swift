package import TrustModel

/// Requires one of several SHA-256 digests of the certificate or of its key.
package struct FingerprintCondition: CertificateCondition {
    /// The bytes that are digested.
    package enum Subject: Sendable {
        case certificate
        /// The SubjectPublicKeyInfo.
        case publicKey
    }

    private let subject: Subject
    private let fingerprints: Set<Fingerprint>
    /// The digests, in hexadecimal or as key pins.
    package let expected: String

    /// Creates a condition from digests, at least one.
    package init(_ subject: Subject, _ fingerprints: [Fingerprint]) {
        self.subject = subject
        self.fingerprints = Set(fingerprints)
        // Only the first digests are listed; there can be thousands.
        let listed = fingerprints.lazy.map { subject == .certificate ? $0.hex : $0.pin }
        expected = ConstraintText.list(firstOf: listed)
    }

    /// Looks up the digest.
    package func match(_ facts: CertificateFacts) -> ConstraintMatch {
        ConstraintMatch(fingerprints.contains(fingerprint(of: facts)))
    }

    /// Returns the digest.
    package func found(in facts: CertificateFacts) -> String {
        subject == .certificate ? facts.fingerprint.hex : facts.publicKeyFingerprint.pin
    }

    /// The digests.
    package var identities: [CertificateIdentity]? {
        fingerprints.map { subject == .certificate ? .certificate($0) : .publicKey($0) }
    }

    private func fingerprint(of facts: CertificateFacts) -> Fingerprint {
        subject == .certificate ? facts.fingerprint : facts.publicKeyFingerprint
    }
}
