/// What RFC 5280 demands of conforming authorities; pedantic, so warnings outside the strict profiles.
extension ReasonCode {
    /// `strict.issuerNameEmpty`.
    package static let strictIssuerNameEmpty = ReasonCode(
        "strict.issuerNameEmpty",
        .fatal,
        rank: 100,
        "A certificate has no issuer name.",
        remedy: "Have it reissued with the name of its issuer.",
        reference: "RFC 5280 §4.1.2.4"
    )

    /// `strict.subjectNameEmpty`.
    package static let strictSubjectNameEmpty = ReasonCode(
        "strict.subjectNameEmpty",
        .fatal,
        rank: 100,
        "An authority's certificate has no subject name.",
        remedy: "Have it reissued with a subject.",
        reference: "RFC 5280 §4.1.2.6"
    )

    /// `strict.authorityKeyIdentifierMissing`.
    package static let strictAuthorityKeyIdentifierMissing = ReasonCode(
        "strict.authorityKeyIdentifierMissing",
        .fatal,
        rank: 100,
        "A certificate does not identify its issuer's key.",
        remedy: "Have it reissued with an authority key identifier.",
        reference: "RFC 5280 §4.2.1.1"
    )

    /// `strict.subjectKeyIdentifierMissing`.
    package static let strictSubjectKeyIdentifierMissing = ReasonCode(
        "strict.subjectKeyIdentifierMissing",
        .fatal,
        rank: 100,
        "An authority's certificate does not identify its key.",
        remedy: "Have it reissued with a subject key identifier.",
        reference: "RFC 5280 §4.2.1.2"
    )

    /// `strict.subjectAltNameEmpty`.
    package static let strictSubjectAltNameEmpty = ReasonCode(
        "strict.subjectAltNameEmpty",
        .fatal,
        rank: 100,
        "A certificate has a subject alternative name without names.",
        remedy: "Have it reissued with a name.",
        reference: "RFC 5280 §4.2.1.6"
    )

    /// `strict.subjectAltNameNotCritical`.
    package static let strictSubjectAltNameNotCritical = ReasonCode(
        "strict.subjectAltNameNotCritical",
        .fatal,
        rank: 100,
        "The subject is empty but the subject alternative name is not critical.",
        remedy: "Have it reissued with a critical subject alternative name.",
        reference: "RFC 5280 §4.2.1.6"
    )

    /// `strict.basicConstraintsNotCritical`.
    package static let strictBasicConstraintsNotCritical = ReasonCode(
        "strict.basicConstraintsNotCritical",
        .fatal,
        rank: 100,
        "An authority's basic constraints are not critical.",
        remedy: "Have the authority's certificate reissued.",
        reference: "RFC 5280 §4.2.1.9"
    )

    /// `strict.authorityKeyIdentifierCritical`.
    package static let strictAuthorityKeyIdentifierCritical = ReasonCode(
        "strict.authorityKeyIdentifierCritical",
        .fatal,
        rank: 100,
        "An authority key identifier is critical.",
        remedy: "Have the certificate reissued.",
        reference: "RFC 5280 §4.2.1.1"
    )

    /// `strict.subjectKeyIdentifierCritical`.
    package static let strictSubjectKeyIdentifierCritical = ReasonCode(
        "strict.subjectKeyIdentifierCritical",
        .fatal,
        rank: 100,
        "A subject key identifier is critical.",
        remedy: "Have the certificate reissued.",
        reference: "RFC 5280 §4.2.1.2"
    )

    /// `strict.extensionsRequireVersion3`.
    package static let strictExtensionsRequireVersion3 = ReasonCode(
        "strict.extensionsRequireVersion3",
        .fatal,
        rank: 100,
        "A certificate has extensions but is not of version 3.",
        remedy: "Have the certificate reissued.",
        reference: "RFC 5280 §4.1.2.1"
    )
}
