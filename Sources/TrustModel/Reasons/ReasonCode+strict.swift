/// Reasons about requirements of RFC 5280 for conforming CAs; warnings outside the strict profiles.
extension ReasonCode {
    /// `strict.issuerNameEmpty`.
    package static let strictIssuerNameEmpty = ReasonCode(
        "strict.issuerNameEmpty",
        .fatal,
        rank: 100,
        meaning: "A certificate has an empty issuer name.",
        remedy: "Have the certificate reissued with the name of its issuer.",
        reference: "RFC 5280 §4.1.2.4",
        reportMode: .waived
    )

    /// `strict.subjectNameEmpty`.
    package static let strictSubjectNameEmpty = ReasonCode(
        "strict.subjectNameEmpty",
        .fatal,
        rank: 100,
        meaning: "A CA certificate, or a certificate without subject alternative names, has an empty subject name.",
        remedy: "Have the certificate reissued with a subject name.",
        reference: "RFC 5280 §4.1.2.6",
        reportMode: .waived
    )

    /// `strict.authorityKeyIdentifierMissing`.
    package static let strictAuthorityKeyIdentifierMissing = ReasonCode(
        "strict.authorityKeyIdentifierMissing",
        .fatal,
        rank: 100,
        meaning: "A certificate does not contain its issuer's key identifier.",
        remedy:
            "Have the certificate reissued with an authority key identifier that contains its issuer's key identifier.",
        reference: "RFC 5280 §4.2.1.1",
        reportMode: .waived
    )

    /// `strict.subjectKeyIdentifierMissing`.
    package static let strictSubjectKeyIdentifierMissing = ReasonCode(
        "strict.subjectKeyIdentifierMissing",
        .fatal,
        rank: 100,
        meaning: "A CA certificate has no subject key identifier.",
        remedy: "Have the CA certificate reissued with a subject key identifier.",
        reference: "RFC 5280 §4.2.1.2",
        reportMode: .waived
    )

    /// `strict.subjectAltNameEmpty`.
    package static let strictSubjectAltNameEmpty = ReasonCode(
        "strict.subjectAltNameEmpty",
        .fatal,
        rank: 100,
        meaning: "A subject alternative name extension contains no names.",
        remedy: "Have the certificate reissued with at least one subject alternative name.",
        reference: "RFC 5280 §4.2.1.6",
        reportMode: .waived
    )

    /// `strict.subjectAltNameNotCritical`.
    package static let strictSubjectAltNameNotCritical = ReasonCode(
        "strict.subjectAltNameNotCritical",
        .fatal,
        rank: 100,
        meaning: "The subject is empty, but the subject alternative name extension is not critical.",
        remedy: "Have the certificate reissued with a critical subject alternative name, or with a subject.",
        reference: "RFC 5280 §4.2.1.6",
        reportMode: .waived
    )

    /// `strict.basicConstraintsNotCritical`.
    package static let strictBasicConstraintsNotCritical = ReasonCode(
        "strict.basicConstraintsNotCritical",
        .fatal,
        rank: 100,
        meaning: "The basic constraints of a CA certificate are not critical.",
        remedy: "Have the CA certificate reissued with critical basic constraints.",
        reference: "RFC 5280 §4.2.1.9",
        reportMode: .waived
    )

    /// `strict.authorityKeyIdentifierCritical`.
    package static let strictAuthorityKeyIdentifierCritical = ReasonCode(
        "strict.authorityKeyIdentifierCritical",
        .fatal,
        rank: 100,
        meaning: "An authority key identifier is critical.",
        remedy: "Have the certificate reissued with an authority key identifier that is not critical.",
        reference: "RFC 5280 §4.2.1.1",
        reportMode: .waived
    )

    /// `strict.subjectKeyIdentifierCritical`.
    package static let strictSubjectKeyIdentifierCritical = ReasonCode(
        "strict.subjectKeyIdentifierCritical",
        .fatal,
        rank: 100,
        meaning: "A subject key identifier is critical.",
        remedy: "Have the certificate reissued with a subject key identifier that is not critical.",
        reference: "RFC 5280 §4.2.1.2",
        reportMode: .waived
    )

    /// `strict.extensionsRequireVersion3`.
    package static let strictExtensionsRequireVersion3 = ReasonCode(
        "strict.extensionsRequireVersion3",
        .fatal,
        rank: 100,
        meaning: "A certificate has extensions but is not version 3.",
        remedy: "Have the certificate reissued as version 3.",
        reference: "RFC 5280 §4.1.2.1",
        reportMode: .waived
    )

    /// `strict.serialNumberInvalid`.
    package static let strictSerialNumberInvalid = ReasonCode(
        "strict.serialNumberInvalid",
        .fatal,
        rank: 100,
        meaning: "A certificate's serial number is not positive or is longer than 20 octets.",
        remedy: "Have the certificate reissued with a positive serial number of at most 20 octets.",
        reference: "RFC 5280 §4.1.2.2",
        reportMode: .waived
    )

    /// `strict.timeEncoding`.
    package static let strictTimeEncoding = ReasonCode(
        "strict.timeEncoding",
        .fatal,
        rank: 100,
        meaning: "A validity date does not have the encoding required for its year.",
        remedy: "Have the certificate reissued with UTCTime for years through 2049 and GeneralizedTime from 2050.",
        reference: "RFC 5280 §4.1.2.5",
        reportMode: .waived
    )

    /// `strict.subjectAltNameSyntax`.
    package static let strictSubjectAltNameSyntax = ReasonCode(
        "strict.subjectAltNameSyntax",
        .fatal,
        rank: 100,
        meaning: "A subject alternative name does not follow the syntax of its type.",
        remedy: "Have the certificate reissued without the name, or with the name in the correct syntax.",
        reference: "RFC 5280 §4.2.1.6",
        reportMode: .waived
    )

    /// `strict.keyUsageMissing`.
    package static let strictKeyUsageMissing = ReasonCode(
        "strict.keyUsageMissing",
        .fatal,
        rank: 100,
        meaning: "A CA certificate has no key usage.",
        remedy: "Have the CA certificate reissued with a key usage that includes keyCertSign.",
        reference: "RFC 5280 §4.2.1.3",
        reportMode: .waived
    )

    /// `strict.nameConstraintsMisplaced`.
    package static let strictNameConstraintsMisplaced = ReasonCode(
        "strict.nameConstraintsMisplaced",
        .fatal,
        rank: 100,
        meaning: "A certificate that is not a CA certificate has name constraints.",
        remedy: "Have the certificate reissued without name constraints.",
        reference: "RFC 5280 §4.2.1.10",
        reportMode: .waived
    )

    /// `strict.nameConstraintsNotCritical`.
    package static let strictNameConstraintsNotCritical = ReasonCode(
        "strict.nameConstraintsNotCritical",
        .fatal,
        rank: 100,
        meaning: "Name constraints are not critical.",
        remedy: "Have the CA certificate reissued with critical name constraints.",
        reference: "RFC 5280 §4.2.1.10",
        reportMode: .waived
    )

    /// `strict.nameConstraintsSyntax`.
    package static let strictNameConstraintsSyntax = ReasonCode(
        "strict.nameConstraintsSyntax",
        .fatal,
        rank: 100,
        meaning: "A name constraint does not follow the syntax of its type.",
        remedy: "Have the CA certificate reissued with the constraint in the correct syntax.",
        reference: "RFC 5280 §4.2.1.10",
        reportMode: .waived
    )

    /// `strict.policyConstraintsNotCritical`.
    package static let strictPolicyConstraintsNotCritical = ReasonCode(
        "strict.policyConstraintsNotCritical",
        .fatal,
        rank: 100,
        meaning: "Policy constraints are not critical.",
        remedy: "Have the CA certificate reissued with critical policy constraints.",
        reference: "RFC 5280 §4.2.1.11",
        reportMode: .waived
    )

    /// `strict.inhibitAnyPolicyNotCritical`.
    package static let strictInhibitAnyPolicyNotCritical = ReasonCode(
        "strict.inhibitAnyPolicyNotCritical",
        .fatal,
        rank: 100,
        meaning: "The extension inhibitAnyPolicy is not critical.",
        remedy: "Have the CA certificate reissued with a critical inhibitAnyPolicy.",
        reference: "RFC 5280 §4.2.1.14",
        reportMode: .waived
    )

    /// `strict.crlNumberMissing`.
    package static let strictCRLNumberMissing = ReasonCode(
        "strict.crlNumberMissing",
        .recoverable,
        rank: 100,
        meaning: "A CRL used for the verdict has no CRL number.",
        remedy: "Ask the CRL issuer to number its CRLs.",
        reference: "RFC 5280 §5.2.3",
        reportMode: .waived
    )

    /// `strict.signatureParameters`.
    package static let strictSignatureParameters = ReasonCode(
        "strict.signatureParameters",
        .fatal,
        rank: 100,
        meaning:
            "The parameters of a signature algorithm are wrong: NULL instead of absent, or absent instead of NULL.",
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
        meaning: "The parameters of an RSA key are not NULL.",
        remedy: "Have the certificate reissued for the same key, with NULL as the parameters of the key.",
        reference: "RFC 3279 §2.3.1",
        reportMode: .waived
    )

    /// `strict.uniqueIdentifiers`.
    package static let strictUniqueIdentifiers = ReasonCode(
        "strict.uniqueIdentifiers",
        .fatal,
        rank: 100,
        meaning: "A certificate has an issuer or subject unique identifier.",
        remedy: "Have the certificate reissued without unique identifiers.",
        reference: "RFC 5280 §4.1.2.8",
        reportMode: .waived
    )

    /// `strict.authorityKeyIdentifierFields`.
    package static let strictAuthorityKeyIdentifierFields = ReasonCode(
        "strict.authorityKeyIdentifierFields",
        .fatal,
        rank: 106,
        meaning:
            "An authority key identifier has an issuer without a serial number, or a serial number without an issuer.",
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
        meaning: "A CRL used for the verdict does not conform to RFC 5280.",
        remedy: "Ask the CRL issuer to correct the defect that the message describes.",
        reference: "RFC 5280 §5.1, §5.2, §5.3",
        reportMode: .waived
    )

    /// `strict.nameCharacters`.
    package static let strictNameCharacters = ReasonCode(
        "strict.nameCharacters",
        .fatal,
        rank: 100,
        meaning: "An issuer or subject name contains a character that its string type does not allow.",
        remedy: "Have the certificate reissued with the name encoded as UTF8String.",
        reference: "RFC 5280 §4.1.2.4, X.680 §41.4",
        reportMode: .waived
    )

    /// `strict.defaultEncoded`.
    package static let strictDefaultEncoded = ReasonCode(
        "strict.defaultEncoded",
        .fatal,
        rank: 100,
        meaning: "A certificate encodes a default value or trailing zero bits, which DER omits.",
        remedy: "Have the certificate reissued by software that encodes DER correctly.",
        reference: "RFC 5280 §4.1, X.690 §11.2.2, §11.5",
        reportMode: .waived
    )
}
