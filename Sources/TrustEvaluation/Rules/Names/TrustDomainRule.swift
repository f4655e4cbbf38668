import TrustModel

/// Requires that the SPIFFE IDs of a path belong to the trust domain of its anchor (SPIFFE X509-SVID section 5.2).
///
/// An issuer with a SPIFFE ID must have the trust domain of the leaf. X509-SVID section 3.2 only recommends this. However,
/// section 5.2 requires that the issuer was authorized, and anchord has no other evidence. Trust domains are compared byte
/// by byte, and a malformed SPIFFE ID belongs to none; the rule `svid` reports its form.
struct TrustDomainRule: Rule {
    static let name = "trustDomain"

    /// The maximum number of findings about one certificate.
    private static let maximumFindings = 16

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let requirements = context.requirements
        guard requirements.trustDomains != nil || requirements.profile.demands.requiresSVID else {
            return .skipped(why: "the policy does not identify clients by SPIFFE IDs")
        }
        let leaf = Self.domains(of: context.path.leaf.facts)
        var findings = leaf.malformed.map { Self.malformed($0, of: context.path.leaf.facts, at: 0, in: context) }
        // The SPIFFE ID of the anchor itself is compared below, as that of every issuer.
        if let anchor = context.path.anchor, Self.domains(of: anchor.facts).domains.isEmpty,
            let bound = requirements.trustDomains?.domains(of: anchor)
        {
            findings += leaf.domains.filter { !bound.contains($0) }.map {
                Self.foreign($0, to: bound, of: anchor, in: context)
            }
        }
        for (depth, facts) in context.certificates.dropFirst() {
            let issuer = Self.domains(of: facts)
            findings += issuer.malformed.map { Self.malformed($0, of: facts, at: depth, in: context) }
            for domain in issuer.domains {
                findings += leaf.domains.filter { $0 != domain }.map {
                    Self.mismatch(of: domain, with: $0, in: facts, at: depth)
                }
            }
        }
        return .applied(
            findings.compactMap(\.self) + (Self.hazard(context).map { [$0] } ?? []),
            why: "the trust domains of the SPIFFE IDs were compared with that of the trust anchor"
        )
    }

    /// Returns the distinct trust domains in the SPIFFE IDs of a certificate, and its malformed SPIFFE IDs.
    private static func domains(of facts: CertificateFacts) -> (domains: [String], malformed: [GeneralName]) {
        var domains: [String] = []
        var malformed: [GeneralName] = []
        for name in facts.extensions.subjectAlternativeNames ?? [] {
            guard case .uri(let uri) = name, SPIFFEID.isIntended(by: uri) else { continue }
            guard let identity = try? SPIFFEID(uri) else {
                if malformed.count < maximumFindings { malformed.append(name) }
                continue
            }
            if domains.count < maximumFindings, !domains.contains(identity.trustDomain) {
                domains.append(identity.trustDomain)
            }
        }
        return (domains, malformed)
    }

    private static func foreign(
        _ domain: String,
        to bound: Set<String>,
        of anchor: Certificate,
        in context: PathContext
    ) -> Finding {
        let domains = bound.sorted()
        return Finding(
            .policyTrustDomainMismatch,
            depth: 0,
            message: "\(context.path.leaf.facts.displayName) is in the trust domain \(domain), but the trust anchor "
                + "\(anchor.facts.displayName) is for \(domains.joined(separator: ", ")).",
            facts: [Fact("trustDomain", domains), Fact("trustDomainOfLeaf", domain)]
        )
    }

    private static func mismatch(
        of domain: String,
        with leaf: String,
        in facts: CertificateFacts,
        at depth: Int
    ) -> Finding {
        Finding(
            .policyTrustDomainMismatch,
            depth: depth,
            message: "\(facts.displayName) signs for the trust domain \(domain), but the leaf is in \(leaf).",
            facts: [Fact("trustDomain", domain), Fact("trustDomainOfLeaf", leaf)]
        )
    }

    /// Returns the finding about a malformed SPIFFE ID; nil if the rule `svid` reports it.
    private static func malformed(
        _ uri: GeneralName,
        of facts: CertificateFacts,
        at depth: Int,
        in context: PathContext
    ) -> Finding? {
        guard !context.requirements.profile.demands.requiresSVID else { return nil }
        return Finding(
            .policyTrustDomainMismatch,
            depth: depth,
            message: "The URI \"\(uri.abbreviated)\" of \(facts.displayName) is not a SPIFFE ID, so it belongs to no "
                + "trust domain."
        )
    }

    private static func hazard(_ context: PathContext) -> Finding? {
        context.requirements.unboundAnchor.map { anchor in
            Finding(
                .hazardTrustDomainUnbound,
                severity: .warning,
                message:
                    "The trust anchor \(anchor.facts.displayName) is bound to no trust domain, so its CAs can issue "
                    + "SPIFFE IDs of every trust domain."
            )
        }
    }
}

extension CandidatePath {
    /// The trust anchor; nil without one.
    fileprivate var anchor: Certificate? { isAnchored ? certificates.last : nil }
}
