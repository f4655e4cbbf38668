import TrustTestSupport

/// Edits certificates so that their extensions and sizes resemble those of certificates from public CAs.
struct CertificateShape: Sendable {
    /// The time at which all certificates are valid.
    let now: TestInstant

    /// Edits a root that is valid for ten years.
    func root(_ template: inout CertificateTemplate) {
        template.subject = named("Benchmark Root")
        template.issuer = template.subject
        template.notBefore = now.adding(days: -365)
        template.notAfter = now.adding(days: 9 * 365)
    }

    /// Edits an intermediate CA that issues only end-entity certificates, for servers and clients.
    func authority(_ template: inout CertificateTemplate) {
        template.notBefore = now.adding(days: -100)
        template.notAfter = now.adding(days: 1000)
        template.pathLength = 0
        template.extendedKeyUsages = [.serverAuthentication, .clientAuthentication]
        template.extensions.append(.crlDistributionPoints(["http://crl.benchmark.test/root.crl"]))
        template.extensions.append(.authorityInformationAccess(issuers: ["http://pki.benchmark.test/root.cer"]))
        template.extensions.append(.certificatePolicies([Self.domainValidated]))
    }

    /// Returns an edit for a server certificate that is valid for 90 days and has four names and two signed timestamps.
    func leaf(_ host: String) -> TestAuthority.Edit {
        { template in
            template.notBefore = now.adding(days: -1)
            template.notAfter = now.adding(days: 89)
            template.extendedKeyUsages = [.serverAuthentication]
            template.subjectAlternativeNames = ["", "www.", "*.api.", "cdn."].map { .dns($0 + host) }
            template.extensions.append(
                .authorityInformationAccess(
                    ocsp: ["http://ocsp.benchmark.test"],
                    issuers: ["http://pki.benchmark.test/authority.cer"]
                )
            )
            template.extensions.append(.certificatePolicies([Self.domainValidated]))
            template.extensions.append(.raw("1.3.6.1.4.1.11129.2.4.2", value: SignedTimestamps.extensionValue))
        }
    }

    private func named(_ text: String) -> TestName {
        TestName([.country("DE"), .organization("Benchmark Trust Services"), .commonName(text)])
    }

    private static let domainValidated: TestObjectIdentifier = "2.23.140.1.2.1"
}
