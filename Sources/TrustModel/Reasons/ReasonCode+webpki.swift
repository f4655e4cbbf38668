/// Reasons about CA/Browser Forum Baseline Requirements that exceed RFC 5280; reported under the profile `webpki`.
extension ReasonCode {
    /// `webpki.versionNot3`.
    package static let webpkiVersionNot3 = ReasonCode(
        "webpki.versionNot3",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "A certificate is not version 3.",
        cause: """
            The version field contains 1 or 2, or is missing. The certificate is a root from the 1990s, or was created \
            by software that was configured without extensions.
            """,
        remedy: "Have the certificate reissued as version 3.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.1",
        reportMode: .waived
    )

    /// `webpki.commonNameNotInSAN`.
    package static let webpkiCommonNameNotInSAN = ReasonCode(
        "webpki.commonNameNotInSAN",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "The common name of a certificate is not a copy of one of its subject alternative names.",
        cause: """
            The common name is another name, is spelled differently (capital letters, an address in another text \
            form), or occurs twice.
            """,
        remedy:
            "Have the certificate reissued without a common name, or with a common name that copies a subject "
            + "alternative name.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.4.3",
        reportMode: .waived
    )

    /// `webpki.subjectAltNameMissing`.
    package static let webpkiSubjectAltNameMissing = ReasonCode(
        "webpki.subjectAltNameMissing",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "A server certificate has no subject alternative name.",
        cause: "The certificate has its host name in the common name only.",
        remedy: "Have the certificate reissued with a subject alternative name.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.7.12",
        reportMode: .waived
    )

    /// `webpki.subjectAltNameCritical`.
    package static let webpkiSubjectAltNameCritical = ReasonCode(
        "webpki.subjectAltNameCritical",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "The subject alternative name extension is critical although the subject is not empty.",
        cause: "The extension is marked critical in a server certificate with a subject.",
        remedy: "Have the certificate reissued with a subject alternative name that is not critical.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.7.12",
        reportMode: .waived
    )

    /// `webpki.subjectAltNameKind`.
    package static let webpkiSubjectAltNameKind = ReasonCode(
        "webpki.subjectAltNameKind",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "A server certificate has subject alternative names other than DNS names and IP addresses.",
        cause: "The extension contains a mailbox, a URI, a directory name or another type of name.",
        remedy: "Have the certificate reissued with DNS names and IP addresses only.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.7.12",
        reportMode: .waived
    )

    /// `webpki.extendedKeyUsageMissing`.
    package static let webpkiExtendedKeyUsageMissing = ReasonCode(
        "webpki.extendedKeyUsageMissing",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "A server certificate has no extended key usage.",
        cause: "The extension is missing, so the certificate may be used for any purpose.",
        remedy: "Have the certificate reissued with serverAuth in its extended key usage.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.7.6",
        reportMode: .waived
    )

    /// `webpki.extendedKeyUsageCritical`.
    package static let webpkiExtendedKeyUsageCritical = ReasonCode(
        "webpki.extendedKeyUsageCritical",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "The extended key usage is critical.",
        cause: "The extension is marked critical.",
        remedy: "Have the certificate reissued with an extended key usage that is not critical.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.7.6, §7.1.2.10.6",
        reportMode: .waived
    )

    /// `webpki.extendedKeyUsageForbidden`.
    package static let webpkiExtendedKeyUsageForbidden = ReasonCode(
        "webpki.extendedKeyUsageForbidden",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "The extended key usage includes a purpose that server certificates and their issuers may not have.",
        cause: """
            A server certificate or an intermediate combines serverAuth with anyExtendedKeyUsage, codeSigning, \
            emailProtection, timeStamping, OCSPSigning or the signing of precertificates. Or a certificate has \
            anyExtendedKeyUsage instead of serverAuth.
            """,
        remedy: "Have the certificate reissued with serverAuth, and optionally clientAuth, as its only purposes.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.7.10, §7.1.2.10.6",
        reportMode: .waived
    )

    /// `webpki.rootExtendedKeyUsage`.
    package static let webpkiRootExtendedKeyUsage = ReasonCode(
        "webpki.rootExtendedKeyUsage",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "A root certificate has an extended key usage.",
        cause: """
            The root certificate limits its own purposes. The Baseline Requirements allow this only in other \
            certificates.
            """,
        remedy: "Use another root certificate of the CA, without an extended key usage, as the trust anchor.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.1.2",
        reportMode: .waived
    )

    /// `webpki.authorityKeyIdentifierFields`.
    package static let webpkiAuthorityKeyIdentifierFields = ReasonCode(
        "webpki.authorityKeyIdentifierFields",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "An authority key identifier does not consist of the issuer's key identifier alone.",
        cause: """
            The extension contains an issuer or a serial number, a key identifier other than the issuer's, or, in a \
            root, a key identifier other than its own.
            """,
        remedy: "Have the certificate reissued with only the issuer's key identifier in the authority key identifier.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.1.3, §7.1.2.11.1",
        reportMode: .waived
    )

    /// `webpki.endEntityIsAuthority`.
    package static let webpkiEndEntityIsAuthority = ReasonCode(
        "webpki.endEntityIsAuthority",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "A server certificate is also a CA certificate.",
        cause: "The basic constraints have the CA flag, or the key usage includes keyCertSign or cRLSign.",
        remedy:
            "Have the server certificate reissued without the CA flag in its basic constraints, and without "
            + "keyCertSign and cRLSign in its key usage.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.7.8",
        reportMode: .waived
    )

    /// `webpki.keyForbidden`.
    package static let webpkiKeyForbidden = ReasonCode(
        "webpki.keyForbidden",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "A key has a type or size that the Baseline Requirements do not allow.",
        cause: """
            The key is an RSA key whose size is not a multiple of 8 bits, or an RSA key for PSS only. Or it is a DSA, \
            Ed25519, Ed448, ML-DSA or SLH-DSA key, or a key on a curve other than P-256, P-384 and P-521.
            """,
        remedy:
            "Have the certificate reissued for an RSA key whose size is a multiple of 8 bits, or for a key on P-256, "
            + "P-384 or P-521.",
        reference: "CA/Browser Forum Baseline Requirements §6.1.5",
        reportMode: .waived
    )

    /// `webpki.signatureForbidden`.
    package static let webpkiSignatureForbidden = ReasonCode(
        "webpki.signatureForbidden",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "A certificate is signed with an algorithm or encoding that the Baseline Requirements do not allow.",
        cause: """
            The signature uses SHA-1, SHA-224, DSA, Ed25519, Ed448, ML-DSA or SLH-DSA, or ECDSA with a digest that does \
            not match the curve of the issuer's key. Or it uses RSASSA-PSS with parameters other than the three \
            allowed sets, or the identifier of an allowed algorithm does not have the required encoding.
            """,
        remedy:
            "Have the certificate signed again with RSA and SHA-256, or with ECDSA and the digest for the curve of the "
            + "issuer's key: SHA-256 for P-256, SHA-384 for P-384, SHA-512 for P-521.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.3.2",
        reportMode: .waived
    )

    /// `webpki.keyUsageForbidden`.
    package static let webpkiKeyUsageForbidden = ReasonCode(
        "webpki.keyUsageForbidden",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "The key usage of a certificate includes a usage that the type or role of its key does not allow.",
        cause: """
            The key usage includes a usage that is not allowed. A server's RSA key allows digitalSignature, \
            keyEncipherment and dataEncipherment. A server's elliptic curve key allows digitalSignature and \
            keyAgreement. A CA key allows keyCertSign, cRLSign and digitalSignature.
            """,
        remedy:
            "Have the certificate reissued with digitalSignature for a server, or with keyCertSign and cRLSign for a "
            + "CA.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.7.11, §7.1.2.10.7",
        reportMode: .waived
    )

    /// `webpki.basicConstraintsNotCritical`.
    package static let webpkiBasicConstraintsNotCritical = ReasonCode(
        "webpki.basicConstraintsNotCritical",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "The basic constraints of a server certificate are not critical.",
        cause: "The certificate has basic constraints without the CA flag, and the extension is not marked critical.",
        remedy: "Have the certificate reissued with critical basic constraints, or without them.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.7.8",
        reportMode: .waived
    )

    /// `webpki.keyUsageNotCritical`.
    package static let webpkiKeyUsageNotCritical = ReasonCode(
        "webpki.keyUsageNotCritical",
        .recoverable,
        rank: 105,
        severities: .advised,
        downgrading: .allowed,
        meaning: "A key usage is not critical.",
        cause: "The extension is not marked critical. RFC 5280 recommends that CAs mark it critical.",
        remedy: "Have the certificate reissued with a critical key usage.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.7.6, §7.1.2.6.1",
        reportMode: .waived
    )

    /// `webpki.wildcardForbidden`.
    package static let webpkiWildcardForbidden = ReasonCode(
        "webpki.wildcardForbidden",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "A wildcard is directly below a public suffix.",
        cause: "The certificate is valid for every name below a suffix that a registry delegates, such as `*.co.uk`.",
        remedy: "Have the certificate reissued with host names in place of the wildcard.",
        reference: "CA/Browser Forum Baseline Requirements §3.2.2.6",
        reportMode: .waived
    )

    /// `webpki.nameEncoding`.
    package static let webpkiNameEncoding = ReasonCode(
        "webpki.nameEncoding",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "An issuer name is not byte-for-byte identical to the issuer's subject name.",
        cause: """
            The two names are equal by the comparison rules of RFC 5280, but differ in string type, case or white \
            space.
            """,
        remedy:
            "Have the certificate reissued with an issuer name that is byte-for-byte identical to the issuer's subject "
            + "name.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.4.1",
        reportMode: .waived
    )

    /// `webpki.validityTooLong`.
    package static let webpkiValidityTooLong = ReasonCode(
        "webpki.validityTooLong",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "A server certificate is valid for longer than the Baseline Requirements allow for its date of issue.",
        cause: """
            The limit is 398 days, since 2026-03-15 200, since 2027-03-15 100, and since 2029-03-15 47. The message \
            gives the validity in days, rounded up, because the last second counts. \
            <doc:Profiles#The-calendar-of-the-web> lists all dates.
            """,
        remedy: "Have the certificate reissued with a shorter validity, and automate its renewal.",
        reference: "CA/Browser Forum Baseline Requirements §6.3.2",
        reportMode: .waived
    )

    /// `webpki.reverseZoneName`.
    package static let webpkiReverseZoneName = ReasonCode(
        "webpki.reverseZoneName",
        .recoverable,
        rank: 105,
        severities: .forum,
        downgrading: .allowed,
        meaning: "A server certificate has a DNS name under in-addr.arpa or ip6.arpa.",
        cause: """
            The zones map addresses to names and contain no hosts. Certificates issued since 2026-03-15 do not contain \
            such names.
            """,
        remedy: "Have the certificate reissued without the name, or with the IP address in its place.",
        reference: "CA/Browser Forum Baseline Requirements §7.1.2.7.12",
        reportMode: .waived
    )

    /// `webpki.clientAuthIncluded`.
    package static let webpkiClientAuthIncluded = ReasonCode(
        "webpki.clientAuthIncluded",
        .recoverable,
        rank: 105,
        severities: .advised,
        downgrading: .allowed,
        meaning: "A server certificate may also identify clients, which browsers' root programs end on 2027-03-15.",
        cause:
            "The extended key usage of a certificate issued since 2027-03-15 contains both serverAuth and clientAuth.",
        remedy:
            "Have the certificate reissued with serverAuth as its only purpose. If clients use it, give them "
            + "certificates of a private CA.",
        reference: "Chrome Root Program Policy",
        reportMode: .waived
    )
}
