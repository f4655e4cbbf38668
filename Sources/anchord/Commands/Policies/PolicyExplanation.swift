import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService

/// The policy that the engine selects for a host, with the reasons for the selection and the contents of the policy.
struct PolicyExplanation {
    /// A host rule of the set.
    struct Rule {
        enum State: String {
            case applies
            /// The pattern matches, but another rule has precedence.
            case overridden
            case noMatch
        }

        let rule: HostRule
        let state: State
        let reason: String
    }

    /// A policy or the handling of a host, as the engine selected it.
    struct Selection {
        let match: PolicyMatch
        /// The set, the policy and the handling, such as `internal/legacy` or `deny`.
        let name: String
        /// The effect in words.
        let effect: String
        let keys: [PolicyKeyInWords]
    }

    /// A proxy that asks with a policy of the set.
    struct Proxy {
        let name: String
        let policy: String
        let host: String?
        let selected: String
        let warnings: [String]
    }

    let set: PolicySet
    let requested: PolicyName
    /// The host as given, and as compared; nil without a host, and the latter for a text that is not a host name.
    let host: String?
    let comparedHost: String?
    /// The reason for the selection if no rule has it.
    let note: String?
    let rules: [Rule]
    /// The number of rules that are not listed, since they are for other hosts.
    let otherRules: Int
    let policy: Selection
    let floor: Selection?
    let proxies: [Proxy]
    let warnings: [String]
    let expirations: [PolicyExpiration]
    let now: Instant

    /// Explains the selection.
    ///
    /// - Throws: ``CommandFailure`` if the set or the policy does not exist.
    init(
        of name: PolicyName,
        host: String?,
        in source: PolicySource,
        at now: Instant
    )
        throws(CommandFailure)
    {
        let (snapshot, evaluations) = (source.snapshot, try source.evaluations())
        let selected = try Self.selected(name, for: host, by: evaluations, under: snapshot)
        guard let set = snapshot.policySet(named: name.set) else {
            throw CommandFailure(["there is no policy set \(QuotedText.of(name.set))"])
        }
        (self.set, requested, self.host, self.now) = (set, name, host, now)
        let compared = host.flatMap { try? evaluations.hostName($0) }
        comparedHost = compared?.description
        let rules =
            name.policy == nil ? compared.map { HostRuleReasons.rules(of: set, for: $0) } ?? [] : []
        self.rules = rules
        otherRules = name.policy == nil ? set.hosts.count - rules.count : 0
        note = Self.note(on: name, for: host, selected.match, rules)
        policy = Self.selection(selected.match, in: set)
        floor = selected.floor.map { Self.selection($0, in: snapshot.floors) }
        proxies = (source.effective.values.proxies ?? []).filter { $0.proxy.policy.set == set.name }.map { proxy in
            Proxy(proxy, evaluations, under: snapshot)
        }
        let sets =
            [set]
            + [snapshot.floors].compactMap(\.self).filter { $0.name != set.name && selected.floor != nil }
        let policies = [policy, floor].compactMap { $0?.match }.flatMap(Self.policyNames)
        warnings = sets.flatMap { Self.warnings(of: $0, about: policies) }
        // A certificate or a piece of evidence that several policies name is recorded for the first one.
        expirations = sets.flatMap(\.expirations).filter {
            policies.contains($0.policy) || $0.otherPlaces > 0
        }
    }

    private static func selected(
        _ name: PolicyName,
        for host: String?,
        by evaluations: Evaluations,
        under snapshot: PolicySnapshot
    ) throws(CommandFailure) -> (match: PolicyMatch, floor: PolicyMatch?) {
        do throws(InquiryError) {
            return try evaluations.selection(of: .named(name), host: host, under: snapshot)
        } catch .unknownPolicy(let error) {
            throw CommandFailure([error.description])
        } catch {
            throw CommandFailure([Problem(ofUnanswered: error).forReaders.detail])
        }
    }

    private static func note(
        on name: PolicyName,
        for host: String?,
        _ match: PolicyMatch,
        _ rules: [Rule]
    ) -> String? {
        if name.policy != nil { return "the policy is named, so no host rule is applied" }
        if case .unreadableHost(_, let text, let error) = match {
            return
                "the host \(QuotedText.of(text)) \(error.reason), so that a set with host rules denies it"
        }
        guard host != nil else { return "without a host, `otherwise` of the set applies" }
        guard let first = rules.first, first.state == .applies else {
            return "no rule matches, so `otherwise` applies"
        }
        return first.rule.handling == nil
            ? "the rule excludes the host from wildcards, so `otherwise` applies" : nil
    }

    private static func selection(_ match: PolicyMatch, in set: PolicySet?) -> Selection {
        let identity = match.identity
        let name = [identity.set, identity.name].compactMap(\.self).joined(separator: "/")
        switch match {
        case .policy(let policy):
            let mode = policy.mode == .report ? "report mode, " : ""
            return Selection(
                match: match,
                name: name,
                effect: mode + policy.evaluator.traits.summary,
                keys: set.map { PolicyKeyInWords.keys(of: identity.name ?? "", in: $0) } ?? []
            )
        case .deny, .unreadableHost:
            return Selection(
                match: match,
                name: "deny",
                effect: "every chain is untrusted, and the action is deny",
                keys: []
            )
        case .performDefaultHandling:
            let effect = "no chain is evaluated, and the client decides as without anchord"
            return Selection(match: match, name: "performDefaultHandling", effect: effect, keys: [])
        }
    }

    /// Returns the names of a policy and of the members of its composite, such as `internal/legacy`.
    private static func policyNames(_ match: PolicyMatch) -> [String] {
        guard case .policy(let policy) = match, let set = policy.identity.set else { return [] }
        return ([policy.identity.name ?? ""] + members(of: policy.evaluator)).map { "\(set)/\($0)" }
    }

    private static func members(of evaluator: any Evaluator) -> [String] {
        guard let composite = evaluator as? CompositeEvaluator else { return [] }
        return composite.members.flatMap { [$0.label] + members(of: $0.evaluator) }
    }

    /// Returns the warnings of a set about the given policies, such as `internal/legacy`, and about no policy at all.
    private static func warnings(of set: PolicySet, about policies: [String]) -> [String] {
        let others = set.policies.compactMap(\.identity.name).filter { !policies.contains("\(set.name)/\($0)") }
        let documented = set.warnings.filter { warning in
            let pointer = warning.place.pointer + "/"
            return !others.contains { pointer.hasPrefix("/policies/\($0)/") }
        }
        let missing = PolicyListing.missingEvidence(in: set).filter { warning in
            policies.contains { warning.hasPrefix("\($0): ") }
        }
        return documented.map(\.description) + missing
    }
}

extension PolicyExplanation.Proxy {
    fileprivate init(
        _ configured: ProxyConfiguration,
        _ evaluations: Evaluations,
        under snapshot: PolicySnapshot
    ) {
        name = configured.name
        policy = configured.proxy.policy.description
        host = configured.proxy.host
        let match = try? evaluations.selection(
            of: .named(configured.proxy.policy),
            host: configured.proxy.host,
            under: snapshot
        ).match
        selected =
            switch match {
            case .policy(let policy)?:
                [policy.identity.set, policy.identity.name].compactMap(\.self).joined(separator: "/")
            case .deny?, .unreadableHost?: "deny"
            case .performDefaultHandling?: "performDefaultHandling"
            case nil: "no policy of this name"
            }
        warnings = ProxyAdvice.warnings(about: configured.proxy, under: snapshot)
    }
}
