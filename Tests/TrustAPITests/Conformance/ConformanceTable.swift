/// The expected result of each public x509-limbo case, reviewed against the description of the case.
///
/// Each line has the profile, the identifier of the case, the verdict, which is the upstream verdict, and for a rejected
/// chain the first reason with its position in the path.
enum ConformanceTable {
    /// A line of the table.
    struct Row {
        let profile: String
        let id: String
        let isTrusted: Bool
        /// The code of the first reason with its depth, if any, or the problem code for unreadable certificates.
        let reason: String?
    }

    static let rows = text.split(separator: "\n").compactMap(Row.init)

    private static let text = """
        rfc5280Strict crl::revoked-certificate-with-crl untrusted revocation.revoked 0
        rfc5280Strict crl::crlnumber-missing untrusted strict.crlNumberMissing 0
        rfc5280Strict crl::certificate-not-on-crl trusted
        rfc5280Strict crl::certificate-serial-on-crl-different-issuer trusted
        rfc5280Strict crl::issuer-missing-crlsign untrusted revocation.responseInvalid 0
        rfc5280Strict crl::issuer-no-keyusage-extension trusted
        rfc5280Strict cve::cve-2025-61727 untrusted constraint.name 0
        rfc5280Strict cve::cve-2025-61727-nc-permits-variant untrusted constraint.name 0
        rfc5280Strict invalid::invalid-issuer-key untrusted crypto.keyWeak 1
        rfc5280Strict pathlen::ee-with-intermediate-pathlen-0 trusted
        rfc5280Strict pathlen::ee-with-intermediate-pathlen-2 trusted
        rfc5280Strict pathlen::validation-ignores-pathlen-in-leaf trusted
        rfc5280Strict pathlen::intermediate-violates-pathlen-0 untrusted constraint.pathLength 2
        rfc5280Strict pathlen::intermediate-pathlen-too-long untrusted constraint.pathLength 2
        rfc5280Strict pathlen::max-chain-depth-0 trusted
        rfc5280Strict pathlen::max-chain-depth-0-exhausted untrusted chain.tooLong
        rfc5280Strict pathlen::max-chain-depth-1-exhausted untrusted chain.tooLong
        rfc5280Strict pathlen::max-chain-depth-1-self-issued trusted
        rfc5280Strict pathological::multiple-chains-expired-intermediate trusted
        rfc5280Strict pathological::intermediate-cycle-distinct-cas untrusted chain.loop 2
        rfc5280Strict pathological::intermediate-cycle-distinct-cas-max-depth untrusted chain.loop 2
        rfc5280Strict pathological::intermediate-cycle-same-logical-ca untrusted chain.loop 2
        rfc5280Strict pathological::nc-dos-1 untrusted boundExceeded
        rfc5280Strict pathological::nc-dos-3 untrusted boundExceeded
        rfc5280Strict pathological::pathological-chain-distinct-subject-distinct-key untrusted chain.untrustedRoot 100
        rfc5280Strict pathological::pathological-chain-distinct-subject-same-key untrusted chain.untrustedRoot 100
        rfc5280Strict rfc5280::aki::critical-aki untrusted strict.authorityKeyIdentifierCritical 1
        rfc5280Strict rfc5280::aki::leaf-missing-aki untrusted strict.authorityKeyIdentifierMissing 0
        rfc5280Strict rfc5280::aki::intermediate-missing-aki untrusted strict.authorityKeyIdentifierMissing 1
        rfc5280Strict rfc5280::aki::self-signed-root-missing-aki trusted
        rfc5280Strict rfc5280::aki::cross-signed-root-missing-aki untrusted strict.authorityKeyIdentifierMissing 1
        rfc5280Strict rfc5280::eku::ee-without-eku trusted
        rfc5280Strict rfc5280::nc::permitted-dns-mismatch untrusted host.mismatch 0
        rfc5280Strict rfc5280::nc::permitted-dns-match trusted
        rfc5280Strict rfc5280::nc::permitted-dns-match-more trusted
        rfc5280Strict rfc5280::nc::permitted-ip-mismatch untrusted constraint.name 0
        rfc5280Strict rfc5280::nc::excluded-ipv4-match untrusted constraint.name 0
        rfc5280Strict rfc5280::nc::excluded-ipv6-match untrusted constraint.name 0
        rfc5280Strict rfc5280::nc::permitted-ipv4-match trusted
        rfc5280Strict rfc5280::nc::permitted-ipv6-match trusted
        rfc5280Strict rfc5280::nc::excluded-dn-match untrusted host.mismatch 0
        rfc5280Strict rfc5280::nc::permitted-dn-match trusted
        rfc5280Strict rfc5280::nc::excluded-dn-match-sub-mismatch untrusted host.mismatch 0
        rfc5280Strict rfc5280::nc::excluded-self-issued-leaf untrusted constraint.name 0
        rfc5280Strict rfc5280::nc::permitted-different-constraint-type trusted
        rfc5280Strict rfc5280::nc::excluded-different-constraint-type trusted
        rfc5280Strict rfc5280::nc::invalid-ipv6-address untrusted constraint.name 0
        rfc5280Strict rfc5280::nc::invalid-email-address untrusted constraint.name 0
        rfc5280Strict rfc5280::nc::not-allowed-in-ee-noncritical untrusted strict.nameConstraintsMisplaced 0
        rfc5280Strict rfc5280::nc::not-allowed-in-ee-critical untrusted strict.nameConstraintsMisplaced 0
        rfc5280Strict rfc5280::nc::intermediate-with-san-rejected-by-intermediate-nc untrusted constraint.name 1
        rfc5280Strict rfc5280::nc::intermediate-with-san-rejected-by-root-nc untrusted constraint.name 1
        rfc5280Strict rfc5280::nc::nc-permits-invalid-ip-san untrusted constraint.name 0
        rfc5280Strict rfc5280::nc::nc-permits-invalid-email-san untrusted constraint.name 0
        rfc5280Strict rfc5280::nc::nc-forbids-same-chain-ica trusted
        rfc5280Strict rfc5280::nc::nc-permits-email-exact trusted
        rfc5280Strict rfc5280::nc::nc-permits-email-literal-asterisk-exact-match trusted
        rfc5280Strict rfc5280::nc::nc-permits-email-literal-asterisk-rejects-user untrusted constraint.name 0
        rfc5280Strict rfc5280::nc::nc-permits-email-literal-asterisk-rejects-subdomain untrusted constraint.name 0
        rfc5280Strict rfc5280::nc::nc-permits-email-literal-double-asterisk trusted
        rfc5280Strict rfc5280::nc::nc-permits-email-literal-double-asterisk-rejects-single untrusted constraint.name 0
        rfc5280Strict rfc5280::nc::nc-permits-email-literal-mid-asterisk trusted
        rfc5280Strict rfc5280::nc::nc-forbids-othername-noop trusted
        rfc5280Strict rfc5280::pc::ica-noncritical-pc untrusted strict.policyConstraintsNotCritical 1
        rfc5280Strict rfc5280::san::noncritical-with-empty-subject untrusted strict.subjectAltNameNotCritical 0
        rfc5280Strict rfc5280::san::underscore-dns untrusted strict.subjectAltNameSyntax 0
        rfc5280Strict rfc5280::san::ip-in-dns untrusted host.ipMismatch 0
        rfc5280Strict rfc5280::ski::critical-ski untrusted strict.subjectKeyIdentifierCritical 1
        rfc5280Strict rfc5280::ski::intermediate-missing-ski untrusted strict.subjectKeyIdentifierMissing 1
        rfc5280Strict rfc5280::validity::notbefore-exact trusted
        rfc5280Strict rfc5280::validity::notbefore-fractional untrusted time.notYetValid 0
        rfc5280Strict rfc5280::validity::notafter-exact trusted
        rfc5280Strict rfc5280::validity::notafter-fractional trusted
        rfc5280Strict rfc5280::validity::expired-1-second untrusted time.expired 0
        rfc5280Strict rfc5280::validity::not-yet-valid-1-second untrusted time.notYetValid 0
        rfc5280Strict rfc5280::validity::not-yet-valid-5-seconds untrusted time.notYetValid 0
        rfc5280Strict rfc5280::ee-empty-issuer untrusted chain.issuerNotFound 0
        rfc5280Strict rfc5280::unknown-critical-extension-ee untrusted constraint.criticalExtension 0
        rfc5280Strict rfc5280::unknown-critical-extension-root untrusted constraint.criticalExtension 1
        rfc5280Strict rfc5280::chain-untrusted-root untrusted chain.untrustedRoot 2
        rfc5280Strict rfc5280::intermediate-ca-missing-basic-constraints untrusted chain.issuerNotFound 0
        rfc5280Strict rfc5280::root-non-critical-basic-constraints untrusted strict.basicConstraintsNotCritical 1
        rfc5280Strict rfc5280::ica-ku-keycertsign untrusted chain.issuerNotFound 0
        rfc5280Strict rfc5280::duplicate-extensions untrusted extension.invalid 0
        rfc5280Strict rfc5280::no-keyusage trusted
        rfc5280Strict rfc5280::no-basicconstraints trusted
        rfc5280Strict rfc5280::mismatching-signature-algorithm untrusted chain.signatureInvalid 0
        rfc5280Strict rfc5280::ca-as-leaf trusted
        rfc5280Strict rfc5280::ca-as-leaf-wrong-san untrusted host.mismatch 0
        rfc5280Strict rfc5280::root-and-intermediate-swapped trusted
        webpki webpki::aki::root-with-aki-missing-keyidentifier untrusted webpki.authorityKeyIdentifierFields 1
        webpki webpki::aki::root-with-aki-authoritycertissuer untrusted webpki.authorityKeyIdentifierFields 1
        webpki webpki::aki::root-with-aki-authoritycertserialnumber untrusted webpki.authorityKeyIdentifierFields 1
        webpki webpki::aki::root-with-aki-ski-mismatch untrusted webpki.authorityKeyIdentifierFields 1
        webpki webpki::cn::ipv6-uppercase-mismatch untrusted webpki.commonNameNotInSAN 0
        webpki webpki::cn::ipv6-non-rfc5952-mismatch untrusted webpki.commonNameNotInSAN 0
        webpki webpki::cn::not-in-san untrusted webpki.commonNameNotInSAN 0
        webpki webpki::eku::ee-critical-eku untrusted webpki.extendedKeyUsageCritical 0
        webpki webpki::eku::ee-without-eku untrusted webpki.extendedKeyUsageMissing 0
        webpki webpki::eku::root-has-eku untrusted webpki.rootExtendedKeyUsage 1
        webpki webpki::nc::permitted-dns-match-noncritical trusted
        webpki webpki::nc::intermediate-permitted-excluded-subtrees-both-null untrusted extension.invalid 1
        webpki webpki::nc::intermediate-permitted-excluded-subtrees-both-empty-sequences untrusted extension.invalid 1
        webpki webpki::san::exact-dns-san trusted
        webpki webpki::san::exact-localhost-ip-san trusted
        webpki webpki::san::mismatch-domain-san untrusted host.mismatch 0
        webpki webpki::san::mismatch-subdomain-san untrusted host.mismatch 0
        webpki webpki::san::public-suffix-wildcard-san untrusted host.mismatch 0
        webpki webpki::san::public-suffix-multi-label-wildcard-san untrusted host.mismatch 0
        webpki webpki::san::public-suffix-private-namespace-wildcard-san untrusted host.mismatch 0
        webpki webpki::san::leftmost-wildcard-san trusted
        webpki webpki::san::wildcard-not-in-leftmost-san untrusted host.mismatch 0
        webpki webpki::san::wildcard-match-across-labels-san untrusted host.mismatch 0
        webpki webpki::san::wildcard-embedded-ulabel-san untrusted host.mismatch 0
        webpki webpki::san::no-san untrusted host.noSAN 0
        webpki webpki::san::san-wildcard-only-tld untrusted host.mismatch 0
        webpki webpki::malformed-aia untrusted extension.invalid 0
        webpki webpki::forbidden-p192-root untrusted crypto.keyWeak 1
        webpki webpki::forbidden-dsa-leaf untrusted crypto.keyWeak 0
        webpki webpki::forbidden-weak-rsa-key-in-root untrusted crypto.keyWeak 1
        webpki webpki::forbidden-weak-rsa-in-leaf untrusted crypto.keyWeak 0
        webpki webpki::forbidden-rsa-not-divisible-by-8-in-root untrusted webpki.keyForbidden 1
        webpki webpki::forbidden-rsa-key-not-divisible-by-8-in-leaf untrusted webpki.keyForbidden 0
        webpki webpki::v1-cert untrusted host.noSAN 0
        webpki webpki::ca-as-leaf untrusted constraint.keyUsage 0
        rfc5280Strict online::aws.amazon.com trusted
        rfc5280Strict online::fastly.com trusted
        rfc5280Strict online::apple.com trusted
        rfc5280Strict online::stackoverflow.com trusted
        rfc5280Strict online::microsoft.com trusted
        rfc5280Strict online::cloudflare.com trusted
        rfc5280Strict online::amazon.com trusted
        rfc5280Strict online::s3.amazonaws.com trusted
        rfc5280Strict online::docs.python.org trusted
        rfc5280Strict online::bing.com trusted
        """
}

extension ConformanceTable.Row {
    fileprivate init?(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count >= 3 else { return nil }
        profile = String(words[0])
        id = String(words[1])
        isTrusted = words[2] == "trusted"
        reason = words.count > 3 ? words[3...].joined(separator: " ") : nil
    }
}
