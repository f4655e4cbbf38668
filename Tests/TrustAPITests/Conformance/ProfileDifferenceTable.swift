/// The reviewed public x509-limbo cases that the profile `server` accepts and `webpki` rejects.
///
/// They are grouped by the reasons that are errors only under `webpki`; Profiles.md justifies each of these.
enum ProfileDifferenceTable {
    static let rows: [(reasons: [String], cases: [String])] = [
        (
            ["chain.issuerMismatch", "strict.subjectKeyIdentifierCritical", "webpki.authorityKeyIdentifierFields"],
            ["rfc5280::ski::critical-ski"]
        ),
        (
            ["host.mismatch", "webpki.commonNameNotInSAN"],
            ["webpki::san::public-suffix-private-namespace-wildcard-san"]
        ),
        (
            ["strict.authorityKeyIdentifierCritical"],
            ["rfc5280::aki::critical-aki"]
        ),
        (
            ["strict.authorityKeyIdentifierFields", "webpki.authorityKeyIdentifierFields"],
            ["webpki::aki::root-with-aki-authoritycertissuer", "webpki::aki::root-with-aki-authoritycertserialnumber"]
        ),
        (
            ["strict.authorityKeyIdentifierMissing"],
            [
                "rfc5280::aki::cross-signed-root-missing-aki", "rfc5280::aki::intermediate-missing-aki",
                "rfc5280::aki::leaf-missing-aki",
            ]
        ),
        (
            ["strict.basicConstraintsNotCritical"],
            ["rfc5280::root-non-critical-basic-constraints"]
        ),
        (
            ["strict.crlNumberMissing"],
            ["crl::crlnumber-missing"]
        ),
        (
            ["strict.keyUsageMissing"],
            ["crl::issuer-no-keyusage-extension"]
        ),
        (
            ["strict.nameConstraintsMisplaced"],
            ["rfc5280::nc::not-allowed-in-ee-critical", "rfc5280::nc::not-allowed-in-ee-noncritical"]
        ),
        (
            ["strict.policyConstraintsNotCritical"],
            ["rfc5280::pc::ica-noncritical-pc"]
        ),
        (
            ["strict.subjectAltNameNotCritical"],
            ["rfc5280::san::noncritical-with-empty-subject"]
        ),
        (
            ["strict.subjectAltNameSyntax", "webpki.commonNameNotInSAN"],
            ["rfc5280::san::underscore-dns"]
        ),
        (
            ["strict.subjectKeyIdentifierMissing"],
            ["rfc5280::ski::intermediate-missing-ski"]
        ),
        (
            ["webpki.authorityKeyIdentifierFields"],
            ["webpki::aki::root-with-aki-missing-keyidentifier", "webpki::aki::root-with-aki-ski-mismatch"]
        ),
        (
            ["webpki.commonNameNotInSAN"],
            [
                "rfc5280::nc::permitted-dns-match-more", "webpki::cn::ipv6-non-rfc5952-mismatch",
                "webpki::cn::ipv6-uppercase-mismatch", "webpki::cn::not-in-san",
            ]
        ),
        (
            ["webpki.commonNameNotInSAN", "webpki.subjectAltNameKind"],
            ["rfc5280::nc::permitted-dn-match"]
        ),
        (
            ["webpki.extendedKeyUsageCritical"],
            ["webpki::eku::ee-critical-eku"]
        ),
        (
            ["webpki.extendedKeyUsageMissing"],
            ["rfc5280::eku::ee-without-eku", "webpki::eku::ee-without-eku"]
        ),
        (
            ["webpki.keyForbidden"],
            [
                "webpki::forbidden-rsa-key-not-divisible-by-8-in-leaf",
                "webpki::forbidden-rsa-not-divisible-by-8-in-root",
            ]
        ),
        (
            ["webpki.rootExtendedKeyUsage"],
            ["webpki::eku::root-has-eku"]
        ),
    ]

    /// The reasons of each case.
    static let reasons = Dictionary(
        uniqueKeysWithValues: rows.flatMap { row in row.cases.map { ($0, row.reasons) } }
    )
}
