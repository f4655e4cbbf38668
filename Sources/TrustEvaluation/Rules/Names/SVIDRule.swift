import TrustModel

/// Requires that the leaf is an X.509-SVID of a workload, issued within its trust domain (SPIFFE X509-SVID).
///
/// The leaf must have exactly one URI, a SPIFFE ID with a path (sections 2 and 3.1). It must not be a signing certificate
/// (section 5.2). Signing certificates may have no SPIFFE ID. If they have one, it must not have a path (section 3.2).
/// ``TrustDomainRule`` compares the trust domains, and ``SVIDUsageRule`` checks the key usages.
struct SVIDRule: Rule {
    static let name = "svid"

    /// The maximum number of URIs in a finding.
    private static let maximumListed = 16
    private static let signing: KeyUsage = [.keyCertSign, .cRLSign]

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard context.requirements.profile.demands.requiresSVID else {
            return .skipped(why: "the profile does not require an X.509-SVID")
        }
        let leaf = context.path.leaf.facts
        var findings: [Finding] = []
        let identity = Self.identity(of: leaf, at: 0, addingTo: &findings)
        if let identity, !identity.hasPath {
            let message =
                "The SPIFFE ID of \(leaf.displayName) has no path: it is the ID of a trust domain, not of a workload."
            findings.append(Self.finding(about: leaf, at: 0, message))
        }
        findings += Self.signingFindings(of: leaf)
        for (depth, facts) in context.certificates.dropFirst() {
            Self.checkIssuer(facts, at: depth, addingTo: &findings)
        }
        return .applied(findings, why: "the SPIFFE IDs of the path and the role of the leaf were checked")
    }

    /// Returns the only URI as a SPIFFE ID; reports another number of URIs and a malformed ID, and returns nil.
    private static func identity(
        of facts: CertificateFacts,
        at depth: Int,
        addingTo findings: inout [Finding]
    ) -> SPIFFEID? {
        let uris = uris(of: facts)
        let number = uris.count
        guard number == 1, let uri = uris.first else {
            let count = number == 0 ? "no URI" : "\(number) URIs"
            let message =
                "\(facts.displayName) has \(count) among its subject alternative names, but an X.509-SVID has exactly one."
            findings.append(finding(about: facts, at: depth, message))
            return nil
        }
        do throws(SPIFFEID.Defect) {
            return try SPIFFEID(uri.text)
        } catch {
            let message =
                "The URI \(uri.quoted) of \(facts.displayName) is not a SPIFFE ID: it \(error.reason)."
            findings.append(finding(about: facts, at: depth, message))
            return nil
        }
    }

    private static func signingFindings(of leaf: CertificateFacts) -> [Finding] {
        let usages = signing.intersection(leaf.extensions.keyUsage ?? []).names
        let defect: String
        if leaf.isAuthority {
            defect = "is a CA certificate"
        } else if !usages.isEmpty {
            defect = "has the key usage \(usages.joined(separator: " and "))"
        } else {
            return []
        }
        let message = "\(leaf.displayName) \(defect): a signing certificate does not identify a workload."
        return [finding(about: leaf, at: 0, message)]
    }

    private static func checkIssuer(
        _ facts: CertificateFacts,
        at depth: Int,
        addingTo findings: inout [Finding]
    ) {
        let isIdentified = uris(of: facts).contains { SPIFFEID.isIntended(by: $0.text) }
        guard isIdentified, let identity = identity(of: facts, at: depth, addingTo: &findings) else { return }
        if identity.hasPath {
            let message =
                "The SPIFFE ID of the signing certificate \(facts.displayName) has a path, as only the ID of a workload has."
            findings.append(finding(about: facts, at: depth, message))
        }
    }

    /// The URIs of a certificate, found lazily because a certificate can have thousands of names.
    private static func uris(of facts: CertificateFacts) -> LazyFilterSequence<[GeneralName]> {
        (facts.extensions.subjectAlternativeNames ?? []).lazy.filter { if case .uri = $0 { true } else { false } }
    }

    private static func finding(about facts: CertificateFacts, at depth: Int, _ message: String) -> Finding {
        let listed = Array(uris(of: facts).prefix(maximumListed)).map(\.abbreviated)
        return Finding(.policySVIDInvalid, depth: depth, message: message, facts: [Fact("uris", listed)])
    }
}
