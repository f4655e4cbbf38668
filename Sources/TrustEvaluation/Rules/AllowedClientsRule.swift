import TrustModel

/// Requires that a name of the leaf matches a pattern of the policy's `allowedClients`.
struct AllowedClientsRule: Rule {
    static let name = "allowedClients"

    /// The maximum number of names of each kind in the finding.
    private static let maximumListed = 16

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard context.requirements.allowedClients != nil else {
            return .skipped(why: "the policy does not limit the clients")
        }
        if let principal = context.principal {
            return .applied([], why: context.why("the \(principal.kind.rawValue) \(principal.value) is allowed"))
        }
        let leaf = context.path.leaf.facts
        let names = leaf.extensions.subjectAlternativeNames ?? []
        let finding = Finding(
            .policyClientNotAllowed,
            depth: 0,
            message: "None of the names of \(leaf.displayName) matches `allowedClients` of the policy.",
            facts: [
                Fact("uris", listed(names) { if case .uri(let uri) = $0 { uri } else { nil } }),
                Fact("dnsNames", listed(names) { if case .dns(let name) = $0 { name } else { nil } }),
                Fact("emails", listed(names) { if case .email(let mailbox) = $0 { mailbox } else { nil } }),
                Fact("subject", leaf.subject.description),
            ]
        )
        return .applied([finding], why: "")
    }

    private func listed(_ names: [GeneralName], _ text: (GeneralName) -> String?) -> [String] {
        Array(names.lazy.compactMap(text).prefix(Self.maximumListed))
    }
}
