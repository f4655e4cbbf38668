import TrustTestSupport

/// Scenarios for the requirements of RFC 5280 on names and identifiers.
extension RemedyScenario {
    static let strictNames = [
        strict("strict.issuerNameEmpty", "Have the certificate reissued with the name of its issuer.") {
            $0.root { ($0.subject, $0.issuer) = (.empty, .empty) }
        } cure: {
            $0.root { ($0.subject, $0.issuer) = (.commonName("Named"), .commonName("Named")) }
        },
        strict("strict.subjectNameEmpty", "Have the certificate reissued with a subject name.") {
            $0.issuing { $0.subject = .empty }
        } cure: {
            $0.issuing { $0.subject = .commonName("Named") }
        },
        strict(
            "strict.authorityKeyIdentifierMissing",
            "Have the certificate reissued with an authority key identifier that contains its issuer's key identifier."
        ) {
            $0.leaf { $0.authorityKeyIdentifier = nil }
        } cure: {
            $0.leaf { $0.authorityKeyIdentifier = try issuer() }
        },
        strict(
            "strict.subjectKeyIdentifierMissing",
            "Have the CA certificate reissued with a subject key identifier."
        ) {
            $0.issuing { $0.subjectKeyIdentifier = nil }
        } cure: {
            $0.issuing { $0.subjectKeyIdentifier = try issuer() }
        },
        strict(
            "strict.subjectAltNameEmpty",
            "Have the certificate reissued with at least one subject alternative name."
        ) {
            $0.leaf { $0.extensions.set(.subjectAlternativeName([])) }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.dns("api.example.com")] }
        },
        strict("strict.subjectAltNameNotCritical", uncriticalNames) {
            $0.leaf { $0.subject = .empty }
        } cure: {
            $0.leaf { $0.extensions.set(.subjectAlternativeName([.dns("api.example.com")], critical: true)) }
        },
        strict("strict.subjectAltNameNotCritical", uncriticalNames) {
            $0.leaf { $0.subject = .empty }
        } cure: {
            $0.leaf { $0.subject = .commonName("api.example.com") }
        },
        strict("strict.subjectAltNameSyntax", syntax) {
            $0.leaf { $0.subjectAlternativeNames.append(.dns("my_host.example.com")) }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.dns("api.example.com")] }
        },
        strict("strict.subjectAltNameSyntax", syntax) {
            $0.leaf { $0.subjectAlternativeNames.append(.dns("my_host.example.com")) }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.dns("api.example.com"), .dns("my-host.example.com")] }
        },
        strict(
            "strict.authorityKeyIdentifierCritical",
            "Have the certificate reissued with an authority key identifier that is not critical."
        ) {
            $0.leaf { $0.extensions.set(.authorityKeyIdentifier(try issuer(), critical: true)) }
        } cure: {
            $0.leaf { $0.extensions.set(.authorityKeyIdentifier(try issuer())) }
        },
        strict(
            "strict.subjectKeyIdentifierCritical",
            "Have the certificate reissued with a subject key identifier that is not critical."
        ) {
            $0.leaf { $0.extensions.set(.subjectKeyIdentifier([1, 2, 3], critical: true)) }
        } cure: {
            $0.leaf { $0.extensions.set(.subjectKeyIdentifier([1, 2, 3])) }
        },
        strict(
            "strict.authorityKeyIdentifierFields",
            "Have the certificate reissued with only the key identifier, or with both the issuer and the serial number."
        ) {
            $0.leaf {
                $0.extensions.set(.authorityKeyIdentifier(try issuer(), issuer: .commonName("Remedy Root")))
            }
        } cure: {
            $0.leaf { $0.extensions.set(.authorityKeyIdentifier(try issuer())) }
        },
    ]

    private static let uncriticalNames =
        "Have the certificate reissued with a critical subject alternative name, or with a subject."
    private static let syntax =
        "Have the certificate reissued without the name, or with the name in the correct syntax."

    /// Creates a scenario under the profile for conforming CAs.
    static func strict(
        _ code: String,
        _ remedy: String,
        _ fault: @escaping Step,
        cure: @escaping Step
    ) -> RemedyScenario {
        RemedyScenario(
            code,
            remedy,
            {
                $0.policy("profile", "rfc5280Strict")
                try fault(&$0)
            },
            cure: cure
        )
    }

    /// The key identifier of the intermediate.
    static func issuer() throws -> [UInt8] {
        try TestKey.shared(.ecdsaP256, "remedy issuing").identifier()
    }
}
