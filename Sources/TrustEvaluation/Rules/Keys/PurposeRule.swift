import TrustModel

/// Requires that the extended key usage of the leaf and of every intermediate allows the required purpose.
///
/// A missing extended key usage allows every purpose (RFC 5280 section 4.2.1.12). As in Apple's implementation,
/// anyExtendedKeyUsage also allows every purpose. As in browsers, the extended key usage of an intermediate limits the
/// certificates below it. The extended key usage of a trust anchor above the leaf is ignored.
///
/// In `SecPolicyCreateSSL`, a server certificate names serverAuth itself. This applies under system roots, and under other
/// roots if the certificate was issued since 2019-07-01 (support.apple.com/103769).
///
/// Until the end of the policy's `serverAuthUntil`, serverAuth is accepted in place of clientAuth.
struct PurposeRule: Rule {
    static let name = "purpose"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard context.requirements.profile.demands.checksPurpose else {
            return .skipped(why: "the profile does not check purposes")
        }
        guard context.requirements.purpose.oid != nil else {
            return .skipped(why: "the policy requires no purpose")
        }
        let purpose = context.requirements.purpose
        let isNamed = Self.mustBeNamed(context)
        let findings = context.certificates.compactMap { depth, facts -> Finding? in
            let isAllowed = depth == 0 && isNamed ? Self.names(purpose, facts) : Self.allows(purpose, facts)
            guard depth == 0 || !context.isAnchor(depth), !isAllowed else { return nil }
            if context.acceptsServersAsClients, Self.allows(.serverAuth, facts) { return nil }
            return Self.finding(about: facts, at: depth, lacking: purpose)
        }
        return .applied(findings, why: context.why("extended key usages were compared with the purpose \(purpose)"))
    }

    /// Whether the leaf must name the purpose itself.
    private static func mustBeNamed(_ context: PathContext) -> Bool {
        let requirements = context.requirements
        guard let first = requirements.profile.demands.namesServerAuthSince, requirements.purpose == .serverAuth else {
            return false
        }
        if case .anchor(let set) = context.path.end, let anchor = context.path.certificates.last,
            set.isSystemRoot(anchor)
        {
            return true
        }
        return context.path.leaf.facts.notBefore.map { $0 >= first } ?? true
    }

    private static func names(_ purpose: KeyPurpose, _ facts: CertificateFacts) -> Bool {
        purpose.oid.map { facts.extensions.extendedKeyUsage?.contains($0) ?? false } ?? true
    }

    /// Whether a certificate's extended key usage is absent or allows a purpose.
    static func allows(_ purpose: KeyPurpose, _ facts: CertificateFacts) -> Bool {
        guard let wanted = purpose.oid, let offered = facts.extensions.extendedKeyUsage else { return true }
        return offered.contains(wanted) || offered.contains(.anyExtendedKeyUsage)
    }

    private static func finding(about facts: CertificateFacts, at depth: Int, lacking purpose: KeyPurpose) -> Finding {
        let offered = facts.extensions.extendedKeyUsage ?? []
        let isOfServer = purpose == .clientAuth && offered.contains(.serverAuth)
        let message =
            if isOfServer {
                "\(facts.displayName) is a certificate for servers, not for clients: its extended key usage has serverAuth, "
                    + "but not clientAuth. Public CAs issue no certificates for clients any more."
            } else if facts.extensions.contains(.extendedKeyUsage) {
                "The extended key usage of \(facts.displayName) does not include \(purpose)."
            } else {
                "\(facts.displayName) has no extended key usage, which must include \(purpose)."
            }
        return Finding(
            .usageExtendedKeyUsage,
            depth: depth,
            message: message,
            facts: [
                Fact("purpose", purpose.description),
                Fact("extendedKeyUsage", offered.prefix(100).map(\.description)),
            ],
            remedy: isOfServer ? .serverCertificateOfClient : nil
        )
    }
}

extension PathContext {
    /// Whether the policy accepts certificates for servers from clients, according to the machine's clock.
    fileprivate var acceptsServersAsClients: Bool {
        guard let end = requirements.serverAuthUntil else { return false }
        return !time.hasEndedByClock(end)
    }

    /// The warning in every verdict while the policy accepts certificates for servers from clients; nil otherwise.
    var serverAuthWarning: Finding? {
        guard acceptsServersAsClients, let end = requirements.serverAuthUntil else { return nil }
        return Finding(
            .usageExtendedKeyUsage,
            severity: .warning,
            message: "The policy accepts certificates for servers from clients until \(end) (`clientPurpose`).",
            facts: [Fact("serverAuthUntil", end)],
            remedy: .serverCertificateOfClient
        )
    }
}
