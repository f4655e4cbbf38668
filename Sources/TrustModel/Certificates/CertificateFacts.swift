/// What a parsed certificate says, as values (RFC 5280 section 4.1).
///
/// Holds what is written, not what is right: contradictions and malformed extensions are kept for the rules to evaluate.
/// Immutable and shared, since every rule looks at every certificate.
package final class CertificateFacts: Sendable {
    /// 1, 2 or 3; other numbers as encoded plus one.
    package let version: Int
    /// The content octets of the serial number, as encoded: two's complement, most significant first.
    package let serialNumber: [UInt8]
    /// The algorithm with which the issuer signed.
    package let signatureAlgorithm: AlgorithmIdentifier
    /// Whether the algorithm inside the signed part equals the one outside (RFC 5280 section 4.1.1.2).
    package let signatureAlgorithmsAgree: Bool
    /// The name of whoever signed, as the certificate gives it; may be empty where it should not.
    package let issuer: DistinguishedName
    /// The name of whose key it is; empty where the alternative names say it.
    package let subject: DistinguishedName
    /// The first second of validity; nil where the time is malformed.
    package let notBefore: Instant?
    /// The last second of validity, inclusive; nil where the time is malformed.
    package let notAfter: Instant?
    /// Whether both times are written in the form that their years demand (RFC 5280 section 4.1.2.5).
    package let hasConformingTimes: Bool
    /// Whether issuer or subject have a unique identifier (RFC 5280 section 4.1.2.8).
    package let hasUniqueIdentifiers: Bool
    /// The subject's key: its kind and size, not the key itself.
    package let publicKey: PublicKeyFacts
    /// SHA-256 of the SubjectPublicKeyInfo: what key pins name.
    package let publicKeyFingerprint: Fingerprint
    /// SHA-256 of the whole certificate.
    package let fingerprint: Fingerprint
    /// What version 3 adds; without entries in older versions.
    package let extensions: CertificateExtensions

    /// Whether subject and issuer are the same name (RFC 5280 section 3.2); says nothing of the key.
    package let isSelfIssued: Bool
    /// A short way to name the certificate to a person: subject, else the first alternative name, else the fingerprint.
    ///
    /// Cut to 256 characters: messages repeat it, and a hostile certificate may fill all of itself with its name.
    package var displayName: String {
        if !subject.isEmpty { return Self.cut(subject.description) }
        if case .dns(let name)? = extensions.subjectAlternativeNames?.first { return Self.cut(name) }
        return "sha256:\(fingerprint.hex)"
    }

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
        extensions: CertificateExtensions,
        hasConformingTimes: Bool = true,
        hasUniqueIdentifiers: Bool = false
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
        self.hasConformingTimes = hasConformingTimes
        self.hasUniqueIdentifiers = hasUniqueIdentifiers
        isSelfIssued = subject == issuer
    }

    /// The same with another key, whose parameters come from elsewhere.
    package func replacing(publicKey: PublicKeyFacts) -> CertificateFacts {
        CertificateFacts(
            version: version,
            serialNumber: serialNumber,
            signatureAlgorithm: signatureAlgorithm,
            signatureAlgorithmsAgree: signatureAlgorithmsAgree,
            issuer: issuer,
            subject: subject,
            notBefore: notBefore,
            notAfter: notAfter,
            publicKey: publicKey,
            publicKeyFingerprint: publicKeyFingerprint,
            fingerprint: fingerprint,
            extensions: extensions,
            hasConformingTimes: hasConformingTimes,
            hasUniqueIdentifiers: hasUniqueIdentifiers
        )
    }

    /// Whether the basic constraints say that the subject is a certification authority.
    package var isAuthority: Bool { extensions.basicConstraints?.isAuthority ?? false }

    /// Whether the subject may issue certificates as an intermediate: basic constraints count in version 3 alone (RFC 5280
    /// section 6.1.4 (k)).
    package var isIntermediateAuthority: Bool { version == 3 && isAuthority }

    /// Whether an instant lies within the validity period, both ends included; false where a time is malformed.
    package func isValid(at instant: Instant) -> Bool {
        guard let notBefore, let notAfter else { return false }
        return notBefore <= instant && instant <= notAfter
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count <= 256 ? text : String(text.unicodeScalars.prefix(256)) + "…"
    }
}
