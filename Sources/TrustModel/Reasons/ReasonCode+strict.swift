/// Reasons about requirements of RFC 5280 for conforming CAs; warnings outside the strict profiles.
extension ReasonCode {
    /// `strict.issuerNameEmpty`.
    package static let strictIssuerNameEmpty = ReasonCode(
        "strict.issuerNameEmpty",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A certificate has an empty issuer name.",
        cause: "The issuer field has no attributes.",
        remedy: "Have the certificate reissued with the name of its issuer.",
        reference: "RFC 5280 §4.1.2.4",
        openSSL: (83, "X509_V_ERR_ISSUER_NAME_EMPTY"),
        reportMode: .waived
    )

    /// `strict.subjectNameEmpty`.
    package static let strictSubjectNameEmpty = ReasonCode(
        "strict.subjectNameEmpty",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A CA certificate, or a certificate without subject alternative names, has an empty subject name.",
        cause: "The subject field has no attributes.",
        remedy: "Have the certificate reissued with a subject name.",
        reference: "RFC 5280 §4.1.2.6",
        openSSL: (84, "X509_V_ERR_SUBJECT_NAME_EMPTY"),
        reportMode: .waived
    )

    /// `strict.authorityKeyIdentifierMissing`.
    package static let strictAuthorityKeyIdentifierMissing = ReasonCode(
        "strict.authorityKeyIdentifierMissing",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A certificate does not contain its issuer's key identifier.",
        cause: """
            A certificate other than a root has no authority key identifier extension, or the extension contains no \
            key identifier.
            """,
        remedy:
            "Have the certificate reissued with an authority key identifier that contains its issuer's key identifier.",
        reference: "RFC 5280 §4.2.1.1",
        openSSL: (85, "X509_V_ERR_MISSING_AUTHORITY_KEY_IDENTIFIER"),
        reportMode: .waived
    )

    /// `strict.subjectKeyIdentifierMissing`.
    package static let strictSubjectKeyIdentifierMissing = ReasonCode(
        "strict.subjectKeyIdentifierMissing",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A CA certificate has no subject key identifier.",
        cause: "The extension is missing.",
        remedy: "Have the CA certificate reissued with a subject key identifier.",
        reference: "RFC 5280 §4.2.1.2",
        openSSL: (86, "X509_V_ERR_MISSING_SUBJECT_KEY_IDENTIFIER"),
        reportMode: .waived
    )

    /// `strict.subjectAltNameEmpty`.
    package static let strictSubjectAltNameEmpty = ReasonCode(
        "strict.subjectAltNameEmpty",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A subject alternative name extension contains no names.",
        cause: "The extension contains an empty list.",
        remedy: "Have the certificate reissued with at least one subject alternative name.",
        reference: "RFC 5280 §4.2.1.6",
        openSSL: (87, "X509_V_ERR_EMPTY_SUBJECT_ALT_NAME"),
        reportMode: .waived
    )

    /// `strict.subjectAltNameNotCritical`.
    package static let strictSubjectAltNameNotCritical = ReasonCode(
        "strict.subjectAltNameNotCritical",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "The subject is empty, but the subject alternative name extension is not critical.",
        cause: "The names are in the extension only, so the extension must be critical.",
        remedy: "Have the certificate reissued with a critical subject alternative name, or with a subject.",
        reference: "RFC 5280 §4.2.1.6",
        openSSL: (88, "X509_V_ERR_EMPTY_SUBJECT_SAN_NOT_CRITICAL"),
        reportMode: .waived
    )

    /// `strict.basicConstraintsNotCritical`.
    package static let strictBasicConstraintsNotCritical = ReasonCode(
        "strict.basicConstraintsNotCritical",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "The basic constraints of a CA certificate are not critical.",
        cause: "The extension is not marked critical, which is common in old roots.",
        remedy: "Have the CA certificate reissued with critical basic constraints.",
        reference: "RFC 5280 §4.2.1.9",
        openSSL: (89, "X509_V_ERR_CA_BCONS_NOT_CRITICAL"),
        reportMode: .waived
    )

    /// `strict.authorityKeyIdentifierCritical`.
    package static let strictAuthorityKeyIdentifierCritical = ReasonCode(
        "strict.authorityKeyIdentifierCritical",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "An authority key identifier is critical.",
        cause: "The extension is marked critical.",
        remedy: "Have the certificate reissued with an authority key identifier that is not critical.",
        reference: "RFC 5280 §4.2.1.1",
        openSSL: (90, "X509_V_ERR_AUTHORITY_KEY_IDENTIFIER_CRITICAL"),
        reportMode: .waived
    )

    /// `strict.subjectKeyIdentifierCritical`.
    package static let strictSubjectKeyIdentifierCritical = ReasonCode(
        "strict.subjectKeyIdentifierCritical",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A subject key identifier is critical.",
        cause: "The extension is marked critical.",
        remedy: "Have the certificate reissued with a subject key identifier that is not critical.",
        reference: "RFC 5280 §4.2.1.2",
        openSSL: (91, "X509_V_ERR_SUBJECT_KEY_IDENTIFIER_CRITICAL"),
        reportMode: .waived
    )

    /// `strict.extensionsRequireVersion3`.
    package static let strictExtensionsRequireVersion3 = ReasonCode(
        "strict.extensionsRequireVersion3",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A certificate has extensions but is not version 3.",
        cause: "The version field contains 1 or 2, or is missing.",
        remedy: "Have the certificate reissued as version 3.",
        reference: "RFC 5280 §4.1.2.1",
        openSSL: (93, "X509_V_ERR_EXTENSIONS_REQUIRE_VERSION_3"),
        reportMode: .waived
    )

    /// `strict.serialNumberInvalid`.
    package static let strictSerialNumberInvalid = ReasonCode(
        "strict.serialNumberInvalid",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A certificate's serial number is not positive or is longer than 20 octets.",
        cause: """
            The CA numbers certificates from zero, encodes a number as negative, or uses a longer number than RFC 5280 \
            allows. A trust anchor may have the number zero.
            """,
        remedy: "Have the certificate reissued with a positive serial number of at most 20 octets.",
        reference: "RFC 5280 §4.1.2.2",
        reportMode: .waived
    )

    /// `strict.timeEncoding`.
    package static let strictTimeEncoding = ReasonCode(
        "strict.timeEncoding",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A validity date does not have the encoding required for its year.",
        cause:
            "A date up to the year 2049 is not encoded as UTCTime, or a later date is not encoded as GeneralizedTime.",
        remedy: "Have the certificate reissued with UTCTime for years through 2049 and GeneralizedTime from 2050.",
        reference: "RFC 5280 §4.1.2.5",
        reportMode: .waived
    )

    /// `strict.subjectAltNameSyntax`.
    package static let strictSubjectAltNameSyntax = ReasonCode(
        "strict.subjectAltNameSyntax",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A subject alternative name does not follow the syntax of its type.",
        cause: """
            A dNSName is not a host name: it has an underscore, is an address, or has a wildcard that is not the whole \
            first label. Or a mailbox does not have exactly one host, a URI is not absolute, or an address does not \
            have 4 or 16 octets.
            """,
        remedy: "Have the certificate reissued without the name, or with the name in the correct syntax.",
        reference: "RFC 5280 §4.2.1.6",
        reportMode: .waived
    )

    /// `strict.keyUsageMissing`.
    package static let strictKeyUsageMissing = ReasonCode(
        "strict.keyUsageMissing",
        .fatal,
        rank: 100,
        severities: .missingUsage,
        downgrading: .allowed,
        meaning: "A CA certificate has no key usage.",
        cause: "The extension is missing, so the key may be used for any purpose.",
        remedy: "Have the CA certificate reissued with a key usage that includes keyCertSign.",
        reference: "RFC 5280 §4.2.1.3",
        openSSL: (92, "X509_V_ERR_CA_CERT_MISSING_KEY_USAGE"),
        reportMode: .waived
    )

    /// `strict.nameConstraintsMisplaced`.
    package static let strictNameConstraintsMisplaced = ReasonCode(
        "strict.nameConstraintsMisplaced",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A certificate that is not a CA certificate has name constraints.",
        cause: "The extension is in an end-entity certificate, where it has no effect.",
        remedy: "Have the certificate reissued without name constraints.",
        reference: "RFC 5280 §4.2.1.10",
        reportMode: .waived
    )

    /// `strict.nameConstraintsNotCritical`.
    package static let strictNameConstraintsNotCritical = ReasonCode(
        "strict.nameConstraintsNotCritical",
        .fatal,
        rank: 100,
        severities: .excused,
        downgrading: .allowed,
        meaning: "Name constraints are not critical.",
        cause: "The extension is not marked critical, so software that does not support it ignores it.",
        remedy: "Have the CA certificate reissued with critical name constraints.",
        reference: "RFC 5280 §4.2.1.10",
        reportMode: .waived
    )

    /// `strict.nameConstraintsSyntax`.
    package static let strictNameConstraintsSyntax = ReasonCode(
        "strict.nameConstraintsSyntax",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A name constraint does not follow the syntax of its type.",
        cause: """
            The base of a constraint is malformed: a dNSName with a leading period or a wildcard, an address mask with \
            gaps, or a mailbox with two `@`. Or a constraint has a minimum or maximum.
            """,
        remedy: "Have the CA certificate reissued with the constraint in the correct syntax.",
        reference: "RFC 5280 §4.2.1.10",
        reportMode: .waived
    )

    /// `strict.policyConstraintsNotCritical`.
    package static let strictPolicyConstraintsNotCritical = ReasonCode(
        "strict.policyConstraintsNotCritical",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "Policy constraints are not critical.",
        cause: "The extension is not marked critical.",
        remedy: "Have the CA certificate reissued with critical policy constraints.",
        reference: "RFC 5280 §4.2.1.11",
        reportMode: .waived
    )

    /// `strict.inhibitAnyPolicyNotCritical`.
    package static let strictInhibitAnyPolicyNotCritical = ReasonCode(
        "strict.inhibitAnyPolicyNotCritical",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "The extension inhibitAnyPolicy is not critical.",
        cause: "The extension is not marked critical.",
        remedy: "Have the CA certificate reissued with a critical inhibitAnyPolicy.",
        reference: "RFC 5280 §4.2.1.14",
        reportMode: .waived
    )

    /// `strict.crlNumberMissing`.
    package static let strictCRLNumberMissing = ReasonCode(
        "strict.crlNumberMissing",
        .recoverable,
        rank: 100,
        severities: .alwaysIgnored,
        downgrading: .allowed,
        meaning: "A CRL used for the verdict has no CRL number.",
        cause: "The CRL issuer omitted the extension, so the order of its CRLs and delta CRLs cannot be determined.",
        remedy: "Ask the CRL issuer to number its CRLs.",
        reference: "RFC 5280 §5.2.3",
        reportMode: .waived
    )

    /// `strict.signatureParameters`.
    package static let strictSignatureParameters = ReasonCode(
        "strict.signatureParameters",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning:
            "The parameters of a signature algorithm are wrong: NULL instead of absent, or absent instead of NULL.",
        cause: """
            The issuing software writes the same parameters for all algorithms. RSA signatures must have the \
            parameters NULL, and ECDSA and EdDSA signatures must have none.
            """,
        remedy:
            "Have the certificate reissued with the parameters that the signature algorithm requires: NULL for RSA, "
            + "none for ECDSA and EdDSA.",
        reference: "RFC 4055 §5, RFC 5758 §3.2, RFC 8410 §3",
        reportMode: .waived
    )

    /// `strict.keyParameters`.
    package static let strictKeyParameters = ReasonCode(
        "strict.keyParameters",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "The parameters of an RSA key are not NULL.",
        cause: "The issuing software omitted the parameters or wrote other parameters.",
        remedy: "Have the certificate reissued for the same key, with NULL as the parameters of the key.",
        reference: "RFC 3279 §2.3.1",
        reportMode: .waived
    )

    /// `strict.uniqueIdentifiers`.
    package static let strictUniqueIdentifiers = ReasonCode(
        "strict.uniqueIdentifiers",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A certificate has an issuer or subject unique identifier.",
        cause: "A CA still adds the unique identifiers that X.509 version 2 introduced for reused names.",
        remedy: "Have the certificate reissued without unique identifiers.",
        reference: "RFC 5280 §4.1.2.8",
        reportMode: .waived
    )

    /// `strict.authorityKeyIdentifierFields`.
    package static let strictAuthorityKeyIdentifierFields = ReasonCode(
        "strict.authorityKeyIdentifierFields",
        .fatal,
        rank: 106,
        severities: .pedantry,
        downgrading: .allowed,
        meaning:
            "An authority key identifier has an issuer without a serial number, or a serial number without an issuer.",
        cause: "The CA wrote only one of the two fields; one field alone does not identify a certificate.",
        remedy:
            "Have the certificate reissued with only the key identifier, or with both the issuer and the serial number.",
        reference: "RFC 5280 §4.2.1.1",
        reportMode: .waived
    )

    /// `strict.crlForm`.
    package static let strictCRLForm = ReasonCode(
        "strict.crlForm",
        .recoverable,
        rank: 100,
        severities: .alwaysIgnored,
        downgrading: .allowed,
        meaning: "A CRL used for the verdict does not conform to RFC 5280.",
        cause: """
            The message describes the defect. A field can be wrong: nextUpdate is missing, version 1 is encoded, a \
            time before 2050 is a GeneralizedTime, or the list of entries is empty. An extension can be wrong: it is \
            in a CRL of version 1, or its criticality is wrong. The authority key identifier can be missing, the CRL \
            number can have more than 20 octets, and the issuing distribution point can be empty. A default value such \
            as `critical FALSE` can be encoded, or reason flags can end with zeros. The parameters of the signature \
            algorithm can be NULL instead of absent, or absent instead of NULL.
            """,
        remedy: "Ask the CRL issuer to correct the defect that the message describes.",
        reference: "RFC 5280 §5.1, §5.2, §5.3",
        reportMode: .waived
    )

    /// `strict.nameCharacters`.
    package static let strictNameCharacters = ReasonCode(
        "strict.nameCharacters",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "An issuer or subject name contains a character that its string type does not allow.",
        cause: """
            A PrintableString contains a character other than letters, digits, space and `'()+,-./:=?`, or an \
            IA5String contains a non-ASCII character. Or a string of any type contains a NUL character, or a BMPString \
            contains a surrogate. Old software puts `@`, `*`, `&` and `_` in a PrintableString. The message gives the \
            attribute.
            """,
        remedy: "Have the certificate reissued with the name encoded as UTF8String.",
        reference: "RFC 5280 §4.1.2.4, X.680 §41.4",
        reportMode: .waived
    )

    /// `strict.defaultEncoded`.
    package static let strictDefaultEncoded = ReasonCode(
        "strict.defaultEncoded",
        .fatal,
        rank: 100,
        severities: .pedantry,
        downgrading: .allowed,
        meaning: "A certificate encodes a default value or trailing zero bits, which DER omits.",
        cause: """
            An extension is marked `critical FALSE`, the basic constraints contain `cA FALSE`, the version 1 is \
            encoded, or RSASSA-PSS parameters have their default values. Or the bits of a key usage or of reason flags \
            end with zeros. The message gives the part of the certificate.
            """,
        remedy: "Have the certificate reissued by software that encodes DER correctly.",
        reference: "RFC 5280 §4.1, X.690 §11.2.2, §11.5",
        reportMode: .waived
    )
}
