import TrustTestSupport

/// Scenarios for the CA/Browser Forum's requirements on names.
extension RemedyScenario {
    static let webNames = [
        web("webpki.versionNot3", "Have the certificate reissued as version 3.") {
            $0.leaf { $0.version = 2 }
        } cure: {
            $0.leaf { $0.version = 3 }
        },
        web("webpki.commonNameNotInSAN", commonName) {
            $0.leaf { $0.subject = .commonName("elsewhere.example.com") }
        } cure: {
            $0.leaf { $0.subject = TestName([.organization("Example")]) }
        },
        web("webpki.commonNameNotInSAN", commonName) {
            $0.leaf { $0.subject = .commonName("elsewhere.example.com") }
        } cure: {
            $0.leaf { $0.subject = .commonName("api.example.com") }
        },
        web(
            "webpki.subjectAltNameMissing",
            "Have the certificate reissued with a subject alternative name."
        ) {
            $0.leaf { $0.subjectAlternativeNames = [] }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.dns("api.example.com")] }
        },
        web(
            "webpki.subjectAltNameCritical",
            "Have the certificate reissued with a subject alternative name that is not critical."
        ) {
            $0.leaf { $0.extensions.set(.subjectAlternativeName([.dns("api.example.com")], critical: true)) }
        } cure: {
            $0.leaf { $0.extensions.set(.subjectAlternativeName([.dns("api.example.com")])) }
        },
        web(
            "webpki.subjectAltNameKind",
            "Have the certificate reissued with DNS names and IP addresses only."
        ) {
            $0.leaf { $0.subjectAlternativeNames.append(.email("ops@example.com")) }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.dns("api.example.com"), .ip([192, 0, 2, 1])] }
        },
        web("webpki.wildcardForbidden", "Have the certificate reissued with host names in place of the wildcard.") {
            $0.leaf { $0.subjectAlternativeNames.append(.dns("*.co.uk")) }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.dns("api.example.com")] }
        },
        web(
            "webpki.nameEncoding",
            "Have the certificate reissued with an issuer name that is byte-for-byte identical to the issuer's subject "
                + "name."
        ) {
            $0.leaf { $0.issuer = .commonName("Remedy CA", as: .printable) }
        } cure: {
            $0.leaf { $0.issuer = .commonName("Remedy CA") }
        },
        web(
            "webpki.reverseZoneName",
            "Have the certificate reissued without the name, or with the IP address in its place."
        ) {
            $0.member("at", "2026-04-01T00:00:00Z")
            $0.leaf {
                $0.notBefore = TestInstant(year: 2026, month: 3, day: 15)
                $0.notAfter = $0.notBefore.adding(days: 90)
                $0.subjectAlternativeNames.append(.dns("1.2.0.192.in-addr.arpa"))
            }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.dns("api.example.com"), .ip([192, 0, 2, 1])] }
        },
    ]

    private static let commonName =
        "Have the certificate reissued without a common name, or with a common name that copies a subject alternative "
        + "name."

    /// Creates a scenario under the profile `webpki`.
    static func web(
        _ code: String,
        _ remedy: String,
        _ fault: @escaping Step,
        cure: @escaping Step
    ) -> RemedyScenario {
        RemedyScenario(
            code,
            remedy,
            {
                $0.policy("profile", "webpki")
                try fault(&$0)
            },
            cure: cure
        )
    }
}
