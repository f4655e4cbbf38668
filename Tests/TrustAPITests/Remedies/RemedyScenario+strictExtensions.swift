import TrustTestSupport

/// Scenarios for the requirements of RFC 5280 on the extensions of CAs.
extension RemedyScenario {
    static let strictExtensions = [
        strict(
            "strict.basicConstraintsNotCritical",
            "Have the CA certificate reissued with critical basic constraints."
        ) {
            $0.issuing { $0.extensions.set(.basicConstraints(isAuthority: true, critical: false)) }
        } cure: {
            $0.issuing { $0.extensions.set(.basicConstraints(isAuthority: true)) }
        },
        strict("strict.keyUsageMissing", "Have the CA certificate reissued with a key usage that includes keyCertSign.")
        {
            $0.issuing { $0.keyUsage = nil }
        } cure: {
            $0.issuing { $0.keyUsage = [.keyCertSign, .crlSign] }
        },
        strict("strict.nameConstraintsMisplaced", "Have the certificate reissued without name constraints.") {
            $0.leaf { $0.extensions.set(permitted()) }
        } cure: {
            $0.leaf { $0.extensions.remove(.nameConstraints) }
        },
        strict(
            "strict.nameConstraintsNotCritical",
            "Have the CA certificate reissued with critical name constraints."
        ) {
            $0.issuing { $0.extensions.set(permitted(critical: false)) }
        } cure: {
            $0.issuing { $0.extensions.set(permitted()) }
        },
        strict(
            "strict.nameConstraintsSyntax",
            "Have the CA certificate reissued with the constraint in the correct syntax."
        ) {
            $0.issuing { $0.extensions.set(.nameConstraints(excluded: [.dns("*.example.org")])) }
        } cure: {
            $0.issuing { $0.extensions.set(.nameConstraints(excluded: [.dns("example.org")])) }
        },
        strict(
            "strict.policyConstraintsNotCritical",
            "Have the CA certificate reissued with critical policy constraints."
        ) {
            $0.issuing { $0.extensions.set(.policyConstraints(inhibitMapping: 0, critical: false)) }
        } cure: {
            $0.issuing { $0.extensions.set(.policyConstraints(inhibitMapping: 0)) }
        },
        strict(
            "strict.inhibitAnyPolicyNotCritical",
            "Have the CA certificate reissued with a critical inhibitAnyPolicy."
        ) {
            $0.issuing { $0.extensions.set(.inhibitAnyPolicy(0, critical: false)) }
        } cure: {
            $0.issuing { $0.extensions.set(.inhibitAnyPolicy(0)) }
        },
    ]

    private static func permitted(critical: Bool = true) -> TestExtension {
        .nameConstraints(permitted: [.dns("example.com")], critical: critical)
    }
}
