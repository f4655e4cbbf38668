import TrustModel

/// Checks the presence and criticality of CA extensions, and their absence from other certificates.
///
/// The requirements of RFC 5280 (sections 4.2.1.3, 4.2.1.9 to 4.2.1.11, 4.2.1.14) apply to trust anchors too. According
/// to the Baseline Requirements (sections 7.1.2.7.8 and 7.1.2.7.11), a server certificate must not be a CA certificate,
/// and its basic constraints must be critical. For other purposes, only the former is checked.
struct AuthorityExtensionRule: Rule {
    static let name = "authorityExtensions"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let isServer = context.requirements.purpose == .serverAuth
        let own = context.findings { depth, facts in
            var complaints = depth == 0 ? Self.leafComplaints(of: facts, isServer: isServer) : []
            Self.complain(of: facts, in: &complaints)
            return complaints.map { code, message in
                Finding(code, depth: depth, message: message)
            }
        }
        return .applied(own, why: "the CA extensions of each certificate were checked")
    }

    private static func complain(of facts: CertificateFacts, in complaints: inout [(ReasonCode, String)]) {
        let (name, extensions) = (facts.displayName, facts.extensions)
        if facts.isAuthority, !extensions.isCritical(.basicConstraints) {
            complaints.append(
                (.strictBasicConstraintsNotCritical, "The basic constraints of \(name) are not critical.")
            )
        }
        if facts.isAuthority, !extensions.contains(.keyUsage) {
            complaints.append((.strictKeyUsageMissing, "The CA certificate \(name) has no key usage."))
        }
        for (type, code, what) in criticalByRight where extensions.contains(type) && !extensions.isCritical(type) {
            complaints.append((code, "The extension \(what) of \(name) is not critical."))
        }
    }

    /// The extensions that conforming CAs mark critical.
    private static let criticalByRight: [(OID, ReasonCode, String)] = [
        (.nameConstraints, .strictNameConstraintsNotCritical, "nameConstraints"),
        (.policyConstraints, .strictPolicyConstraintsNotCritical, "policyConstraints"),
        (.inhibitAnyPolicy, .strictInhibitAnyPolicyNotCritical, "inhibitAnyPolicy"),
    ]

    private static let signing: KeyUsage = [.keyCertSign, .cRLSign]

    private static func leafComplaints(of leaf: CertificateFacts, isServer: Bool) -> [(ReasonCode, String)] {
        var complaints: [(ReasonCode, String)] = []
        // BasicConstraintsRule reports issuers that are not CAs.
        if leaf.extensions.contains(.nameConstraints), !leaf.isAuthority {
            let message = "\(leaf.displayName) has name constraints but is not a CA certificate."
            complaints.append((.strictNameConstraintsMisplaced, message))
        }
        if leaf.isAuthority || !signing.isDisjoint(with: leaf.extensions.keyUsage ?? []) {
            let message = "The end-entity certificate \(leaf.displayName) is also a CA certificate."
            complaints.append((.webpkiEndEntityIsAuthority, message))
        }
        let constraints = OID.basicConstraints
        if isServer, !leaf.isAuthority, leaf.extensions.contains(constraints),
            !leaf.extensions.isCritical(constraints)
        {
            let message = "The basic constraints of \(leaf.displayName) are not critical."
            complaints.append((.webpkiBasicConstraintsNotCritical, message))
        }
        return complaints
    }
}
