/// What RFC 5280 demands of conforming authorities; pedantic, so warnings outside the strict profiles.
extension ReasonCode {
    /// `strict.issuerNameEmpty`.
    package static let strictIssuerNameEmpty = ReasonCode(
        "strict.issuerNameEmpty",
        .fatal,
        rank: 100,
        "A certificate has no issuer name.",
        remedy: "Have the certificate reissued with the name of its issuer.",
        reference: "RFC 5280 §4.1.2.4"
    )

    /// `strict.subjectNameEmpty`.
    package static let strictSubjectNameEmpty = ReasonCode(
        "strict.subjectNameEmpty",
        .fatal,
        rank: 100,
        "An authority's certificate has no subject name.",
        remedy: "Have the CA certificate reissued with a subject name.",
        reference: "RFC 5280 §4.1.2.6"
    )

    /// `strict.authorityKeyIdentifierMissing`.
    package static let strictAuthorityKeyIdentifierMissing = ReasonCode(
        "strict.authorityKeyIdentifierMissing",
        .fatal,
        rank: 100,
        "A certificate does not identify its issuer's key.",
        remedy: "Have the certificate reissued with an authority key identifier.",
        reference: "RFC 5280 §4.2.1.1"
    )

    /// `strict.subjectKeyIdentifierMissing`.
    package static let strictSubjectKeyIdentifierMissing = ReasonCode(
        "strict.subjectKeyIdentifierMissing",
        .fatal,
        rank: 100,
        "An authority's certificate does not identify its key.",
        remedy: "Have the CA certificate reissued with a subject key identifier.",
        reference: "RFC 5280 §4.2.1.2"
    )

    /// `strict.subjectAltNameEmpty`.
    package static let strictSubjectAltNameEmpty = ReasonCode(
        "strict.subjectAltNameEmpty",
        .fatal,
        rank: 100,
        "A certificate has a subject alternative name without names.",
        remedy: "Have the certificate reissued with at least one subject alternative name.",
        reference: "RFC 5280 §4.2.1.6"
    )

    /// `strict.subjectAltNameNotCritical`.
    package static let strictSubjectAltNameNotCritical = ReasonCode(
        "strict.subjectAltNameNotCritical",
        .fatal,
        rank: 100,
        "The subject is empty but the subject alternative name is not critical.",
        remedy: "Have the certificate reissued with a critical subject alternative name, or with a subject.",
        reference: "RFC 5280 §4.2.1.6"
    )

    /// `strict.basicConstraintsNotCritical`.
    package static let strictBasicConstraintsNotCritical = ReasonCode(
        "strict.basicConstraintsNotCritical",
        .fatal,
        rank: 100,
        "An authority's basic constraints are not critical.",
        remedy: "Have the CA certificate reissued with critical basic constraints.",
        reference: "RFC 5280 §4.2.1.9"
    )

    /// `strict.authorityKeyIdentifierCritical`.
    package static let strictAuthorityKeyIdentifierCritical = ReasonCode(
        "strict.authorityKeyIdentifierCritical",
        .fatal,
        rank: 100,
        "An authority key identifier is critical.",
        remedy: "Have the certificate reissued with an authority key identifier that is not critical.",
        reference: "RFC 5280 §4.2.1.1"
    )

    /// `strict.subjectKeyIdentifierCritical`.
    package static let strictSubjectKeyIdentifierCritical = ReasonCode(
        "strict.subjectKeyIdentifierCritical",
        .fatal,
        rank: 100,
        "A subject key identifier is critical.",
        remedy: "Have the certificate reissued with a subject key identifier that is not critical.",
        reference: "RFC 5280 §4.2.1.2"
    )

    /// `strict.extensionsRequireVersion3`.
    package static let strictExtensionsRequireVersion3 = ReasonCode(
        "strict.extensionsRequireVersion3",
        .fatal,
        rank: 100,
        "A certificate has extensions but is not of version 3.",
        remedy: "Have the certificate reissued as version 3.",
        reference: "RFC 5280 §4.1.2.1"
    )

    /// `strict.serialNumberInvalid`.
    package static let strictSerialNumberInvalid = ReasonCode(
        "strict.serialNumberInvalid",
        .fatal,
        rank: 100,
        "A serial number is not positive or is longer than 20 octets.",
        remedy: "Have the certificate reissued with a positive serial number of at most 20 octets.",
        reference: "RFC 5280 §4.1.2.2"
    )

    /// `strict.timeEncoding`.
    package static let strictTimeEncoding = ReasonCode(
        "strict.timeEncoding",
        .fatal,
        rank: 100,
        "A time of validity is not in the form that its year demands.",
        remedy: "Have the certificate reissued with UTCTime for years through 2049 and GeneralizedTime from 2050.",
        reference: "RFC 5280 §4.1.2.5"
    )

    /// `strict.subjectAltNameSyntax`.
    package static let strictSubjectAltNameSyntax = ReasonCode(
        "strict.subjectAltNameSyntax",
        .fatal,
        rank: 100,
        "A subject alternative name does not follow the syntax of its kind.",
        remedy: "Have the certificate reissued without the name, or with the name spelled correctly.",
        reference: "RFC 5280 §4.2.1.6"
    )

    /// `strict.keyUsageMissing`.
    package static let strictKeyUsageMissing = ReasonCode(
        "strict.keyUsageMissing",
        .fatal,
        rank: 100,
        "An authority's certificate does not say what its key may be used for.",
        remedy: "Have the CA certificate reissued with a key usage.",
        reference: "RFC 5280 §4.2.1.3"
    )

    /// `strict.nameConstraintsMisplaced`.
    package static let strictNameConstraintsMisplaced = ReasonCode(
        "strict.nameConstraintsMisplaced",
        .fatal,
        rank: 100,
        "A certificate that is no authority's has name constraints.",
        remedy: "Have the certificate reissued without name constraints.",
        reference: "RFC 5280 §4.2.1.10"
    )

    /// `strict.nameConstraintsNotCritical`.
    package static let strictNameConstraintsNotCritical = ReasonCode(
        "strict.nameConstraintsNotCritical",
        .fatal,
        rank: 100,
        "Name constraints are not critical.",
        remedy: "Have the CA certificate reissued with critical name constraints.",
        reference: "RFC 5280 §4.2.1.10"
    )

    /// `strict.nameConstraintsSyntax`.
    package static let strictNameConstraintsSyntax = ReasonCode(
        "strict.nameConstraintsSyntax",
        .fatal,
        rank: 100,
        "A name constraint does not follow the syntax of its kind.",
        remedy: "Have the CA certificate reissued with the constraint spelled correctly.",
        reference: "RFC 5280 §4.2.1.10"
    )

    /// `strict.policyConstraintsNotCritical`.
    package static let strictPolicyConstraintsNotCritical = ReasonCode(
        "strict.policyConstraintsNotCritical",
        .fatal,
        rank: 100,
        "Policy constraints are not critical.",
        remedy: "Have the CA certificate reissued with critical policy constraints.",
        reference: "RFC 5280 §4.2.1.11"
    )

    /// `strict.inhibitAnyPolicyNotCritical`.
    package static let strictInhibitAnyPolicyNotCritical = ReasonCode(
        "strict.inhibitAnyPolicyNotCritical",
        .fatal,
        rank: 100,
        "The extension inhibitAnyPolicy is not critical.",
        remedy: "Have the CA certificate reissued with a critical inhibitAnyPolicy.",
        reference: "RFC 5280 §4.2.1.14"
    )

    /// `strict.crlNumberMissing`.
    package static let strictCRLNumberMissing = ReasonCode(
        "strict.crlNumberMissing",
        .recoverable,
        rank: 100,
        "A CRL that the verdict rests on has no number.",
        remedy: "Ask the CRL's issuer to number its CRLs.",
        reference: "RFC 5280 §5.2.3"
    )

    /// `strict.signatureParameters`.
    package static let strictSignatureParameters = ReasonCode(
        "strict.signatureParameters",
        .fatal,
        rank: 100,
        "The parameters of a signature algorithm are NULL where there should be none, or missing where NULL belongs.",
        remedy:
            "Have the certificate reissued with the parameters that the signature algorithm demands: NULL with "
            + "RSA, none with ECDSA and EdDSA.",
        reference: "RFC 4055 §5, RFC 5758 §3.2, RFC 8410 §3"
    )

    /// `strict.keyParameters`.
    package static let strictKeyParameters = ReasonCode(
        "strict.keyParameters",
        .fatal,
        rank: 100,
        "The parameters of an RSA key are not NULL.",
        remedy: "Have the certificate reissued for the same key, with NULL as its parameters.",
        reference: "RFC 3279 §2.3.1"
    )

    /// `strict.uniqueIdentifiers`.
    package static let strictUniqueIdentifiers = ReasonCode(
        "strict.uniqueIdentifiers",
        .fatal,
        rank: 100,
        "A certificate has a unique identifier of its issuer or its subject.",
        remedy: "Have the certificate reissued without unique identifiers.",
        reference: "RFC 5280 §4.1.2.8"
    )

    /// `strict.authorityKeyIdentifierFields`.
    package static let strictAuthorityKeyIdentifierFields = ReasonCode(
        "strict.authorityKeyIdentifierFields",
        .fatal,
        rank: 106,
        "An authority key identifier has an issuer without serial number, or a serial number without issuer.",
        remedy: "Have the certificate reissued with the key identifier alone, or with issuer and serial number both.",
        reference: "RFC 5280 §4.2.1.1"
    )

    /// `strict.crlForm`.
    package static let strictCRLForm = ReasonCode(
        "strict.crlForm",
        .recoverable,
        rank: 100,
        "A CRL that the verdict rests on is not written as conforming issuers write it.",
        remedy: "Ask the CRL's issuer to correct the fault that the message names.",
        reference: "RFC 5280 §5.1, §5.2, §5.3"
    )

    /// `strict.nameCharacters`.
    package static let strictNameCharacters = ReasonCode(
        "strict.nameCharacters",
        .fatal,
        rank: 100,
        "An issuer or subject name has a character that its string type does not allow.",
        remedy: "Have the certificate reissued with the name as UTF8String.",
        reference: "RFC 5280 §4.1.2.4, X.680 §41.4"
    )

    /// `strict.defaultEncoded`.
    package static let strictDefaultEncoded = ReasonCode(
        "strict.defaultEncoded",
        .fatal,
        rank: 100,
        "A certificate writes out a default value, which DER does not allow.",
        remedy: "Have the certificate reissued by software that encodes DER.",
        reference: "RFC 5280 §4.1, X.690 §11.5"
    )
}
