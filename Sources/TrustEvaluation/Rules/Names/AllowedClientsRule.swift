import TrustModel

/// Requires that a name of the leaf matches a pattern of the policy's `allowedClients`.
///
/// The rule is applied after all others, and only to a path that they accept: anyone can send a certificate that names
/// itself as it likes, and the comparison costs most.
struct AllowedClientsRule: Rule {
    static let name = "allowedClients"

    /// The maximum number of names of each kind in the finding.
    private static let maximumListed = 16

    func evaluate(_ context: PathContext) -> RuleOutcome {
        evaluate(context, context.requirements.allowedClients.map { .init(of: context.path.leaf.facts, with: $0) })
    }

    /// Returns the outcome for a comparison; nil if the policy does not limit the clients.
    func evaluate(_ context: PathContext, _ comparison: ClientComparison?) -> RuleOutcome {
        switch comparison {
        case nil: return .skipped(why: "the policy does not limit the clients")
        case .matched(let principal):
            return .applied([], why: context.why("the \(principal.kind.rawValue) \(principal.value) is allowed"))
        case .exhausted(let bounds):
            return .applied([.budgetExhausted("The names of the client were not compared", bounds)], why: "")
        case .unmatched: return .applied([finding(context.path.leaf.facts)], why: "")
        }
    }

    /// The outcome for a path that other rules reject.
    static let notReached = RuleOutcome.skipped(why: "the path is rejected for other reasons, so no name was compared")

    private func finding(_ leaf: CertificateFacts) -> Finding {
        let names = leaf.extensions.subjectAlternativeNames ?? []
        var facts = [
            Fact("uris", listed(names) { if case .uri(let uri) = $0 { uri } else { nil } }),
            Fact("dnsNames", listed(names) { if case .dns(let name) = $0 { name } else { nil } }),
            Fact("emails", listed(names) { if case .email(let mailbox) = $0 { mailbox } else { nil } }),
        ]
        let users = listed(names, Self.userPrincipalName)
        if !users.isEmpty { facts.append(Fact("userPrincipalNames", users)) }
        facts.append(Fact("subject", leaf.subject.description))
        return Finding(
            .policyClientNotAllowed,
            depth: 0,
            message: "None of the names of \(leaf.displayName) matches `allowedClients` of the policy.",
            facts: facts
        )
    }

    private static func userPrincipalName(_ name: GeneralName) -> String? {
        guard case .otherName(UserPrincipalName.type, let value) = name else { return nil }
        return UserPrincipalName(der: value).map { String(decoding: $0.folded, as: UTF8.self) }
    }

    private func listed(_ names: [GeneralName], _ text: (GeneralName) -> String?) -> [String] {
        Array(names.lazy.compactMap(text).prefix(Self.maximumListed))
    }
}
