package import Synchronization

/// The fields of a parsed certificate (RFC 5280 section 4.1).
///
/// The fields are as encoded, and may contradict each other or be malformed; the rules evaluate such defects. Instances
/// are immutable and shared, since every rule reads every certificate; only ``encodedMembers`` is added later, once.
package final class CertificateFacts: Sendable {
    /// The version, which is the encoded number plus one; 1, 2 or 3 in valid certificates.
    package let version: Int
    /// The content octets of the serial number as encoded: two's complement, most significant octet first.
    package let serialNumber: [UInt8]
    /// The algorithm of the issuer's signature.
    package let signatureAlgorithm: AlgorithmIdentifier
    /// Whether the two signature algorithm fields are equal (RFC 5280 section 4.1.1.2).
    package let signatureAlgorithmsAgree: Bool
    /// The issuer's name; may be empty in certificates that violate RFC 5280.
    package let issuer: DistinguishedName
    /// The subject's name; empty if the certificate identifies its subject by alternative names only.
    package let subject: DistinguishedName
    /// The first second of the validity period; nil if the time is malformed.
    package let notBefore: Instant?
    /// The last second of the validity period, inclusive; nil if the time is malformed.
    package let notAfter: Instant?
    /// The times of the validity period that are malformed, in order.
    package let malformedTimes: [MalformedTime]
    /// Whether both times have the encoding that their years require (RFC 5280 section 4.1.2.5).
    package let hasConformingTimes: Bool
    /// Whether the certificate has an issuer or subject unique identifier (RFC 5280 section 4.1.2.8).
    package let hasUniqueIdentifiers: Bool
    /// The parts of the certificate outside its extensions that DER omits.
    package let deviations: EncodingDeviations
    /// The type and size of the subject's key, without the key itself.
    package let publicKey: PublicKeyFacts
    /// The SHA-256 of the SubjectPublicKeyInfo, as used in key pins.
    package let publicKeyFingerprint: Fingerprint
    /// The SHA-256 of the certificate.
    package let fingerprint: Fingerprint
    /// The extensions; empty in versions 1 and 2.
    package let extensions: CertificateExtensions

    /// The members that describe the certificate in a verdict, encoded when a verdict first has the certificate as an
    /// issuer, since most verdicts have the same issuers.
    package let encodedMembers = AtomicLazyReference<EncodedMembers>()

    /// Whether subject and issuer are the same name (RFC 5280 section 3.2), regardless of the signing key.
    package let isSelfIssued: Bool
    /// A short name for messages: the subject, else the first DNS name, else the fingerprint.
    ///
    /// A long name is cut after 256 characters, because messages repeat it and hostile certificates may have very long
    /// names.
    package var displayName: String {
        if !subject.isEmpty { return Self.cut(subject.description) }
        if case .dns(let name)? = extensions.subjectAlternativeNames?.first { return VisibleText.item(Self.cut(name)) }
        return "sha256:\(fingerprint.hex)"
    }

    /// Creates facts from the parsed fields.
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
        malformedTimes: [MalformedTime] = [],
        hasConformingTimes: Bool = true,
        hasUniqueIdentifiers: Bool = false,
        deviations: EncodingDeviations = []
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
        self.malformedTimes = malformedTimes
        self.hasConformingTimes = hasConformingTimes
        self.hasUniqueIdentifiers = hasUniqueIdentifiers
        self.deviations = deviations
        isSelfIssued = subject == issuer
    }

    /// Returns a copy with another public key, such as one with inherited parameters.
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
            malformedTimes: malformedTimes,
            hasConformingTimes: hasConformingTimes,
            hasUniqueIdentifiers: hasUniqueIdentifiers,
            deviations: deviations
        )
    }

    /// Whether the basic constraints state that the subject is a CA.
    package var isAuthority: Bool { extensions.basicConstraints?.isAuthority ?? false }

    /// Whether the subject may issue certificates as an intermediate.
    ///
    /// Basic constraints apply in version 3 only (RFC 5280 section 6.1.4 (k)).
    package var isIntermediateAuthority: Bool { version == 3 && isAuthority }

    /// Returns whether an instant is in the validity period, both ends included; false if a time is malformed.
    package func isValid(at instant: Instant) -> Bool {
        guard let notBefore, let notAfter else { return false }
        return notBefore <= instant && instant <= notAfter
    }

    /// The number of seconds in the validity period, both ends included; nil if a time is malformed.
    package var lifetime: Int64? {
        guard let notBefore, let notAfter else { return nil }
        return notAfter.secondsSince1970 - notBefore.secondsSince1970 + 1
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count <= 256 ? text : String(text.unicodeScalars.prefix(256)) + "…"
    }
}

/// A time of a certificate's validity period that has no value.
package struct MalformedTime: Sendable, Hashable {
    /// The name of the field, `notBefore` or `notAfter`.
    package let field: String
    /// A clause with the encoded text and its defect, such as `"20261301000000Z" has the month 13`.
    package let defect: String

    /// Creates a malformed time with a clause.
    package init(field: String, defect: String) {
        self.field = field
        self.defect = defect
    }
}
