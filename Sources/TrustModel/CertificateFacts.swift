/// What a parsed certificate says, as values (RFC 5280 section 4.1).
///
/// Holds what is written, not what is right: contradictions and malformed extensions are kept for the rules to judge.
package struct CertificateFacts: Sendable {
    /// 1, 2 or 3; other numbers as encoded plus one.
    package var version: Int
    /// The content octets of the serial number, as encoded: two's complement, most significant first.
    package var serialNumber: [UInt8]
    /// The algorithm with which the issuer signed.
    package var signatureAlgorithm: AlgorithmIdentifier
    /// Whether the algorithm inside the signed part equals the one outside (RFC 5280 section 4.1.1.2).
    package var signatureAlgorithmsAgree: Bool
    /// The name of whoever signed, as the certificate gives it; may be empty where it should not.
    package var issuer: DistinguishedName
    /// The name of whose key it is; empty where the alternative names say it.
    package var subject: DistinguishedName
    /// The first second of validity; nil where the time is malformed.
    package var notBefore: Instant?
    /// The last second of validity, inclusive; nil where the time is malformed.
    package var notAfter: Instant?
    /// Whether both times are written in the form that their years demand (RFC 5280 section 4.1.2.5).
    package var hasConformingTimes = true
    /// Whether issuer or subject have a unique identifier (RFC 5280 section 4.1.2.8).
    package var hasUniqueIdentifiers = false
    /// The subject's key: its kind and size, not the key itself.
    package var publicKey: PublicKeyFacts
    /// SHA-256 of the SubjectPublicKeyInfo: what key pins name.
    package var publicKeyFingerprint: Fingerprint
    /// SHA-256 of the whole certificate.
    package var fingerprint: Fingerprint
    /// What version 3 adds; without entries in older versions.
    package var extensions: CertificateExtensions

    /// Takes all parts as parsed.
    package init(
        version: Int,
        serialNumber: [UInt8],
        signatureAlgorithm: AlgorithmIdentifier,
        signatureAlgorithmsAgree: Bool,
        issuer: DistinguishedName,
        subject: DistinguishedName,
        notBefore: Instant?,
        notAfter: Instant?,
        publicKey: PublicKeyFacts,
        publicKeyFingerprint: Fingerprint,
        fingerprint: Fingerprint,
        extensions: CertificateExtensions
    ) {
        self.version = version
        self.serialNumber = serialNumber
        self.signatureAlgorithm = signatureAlgorithm
        self.signatureAlgorithmsAgree = signatureAlgorithmsAgree
        self.issuer = issuer
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.publicKey = publicKey
        self.publicKeyFingerprint = publicKeyFingerprint
        self.fingerprint = fingerprint
        self.extensions = extensions
    }

    /// Whether subject and issuer are the same name (RFC 5280 section 3.2); says nothing of the key.
    package var isSelfIssued: Bool { subject == issuer }

    /// Whether the basic constraints say that the subject is a certification authority.
    package var isAuthority: Bool { extensions.basicConstraints?.isAuthority ?? false }

    /// Whether an instant lies within the validity period, both ends included; false where a time is malformed.
    package func isValid(at instant: Instant) -> Bool {
        guard let notBefore, let notAfter else { return false }
        return notBefore <= instant && instant <= notAfter
    }

    /// A short way to name the certificate to a person: subject, else the first alternative name, else the fingerprint.
    ///
    /// Cut where it is very long: messages repeat it, and a hostile certificate may fill all of itself with its name.
    package var displayName: String {
        if !subject.isEmpty { return subject.abbreviated }
        if case .dns(let name) = extensions.subjectAlternativeNames?.first { return String(name.prefix(256)) }
        return "sha256:\(fingerprint.hex)"
    }
}
