import StructuredDocuments
import TrustModel
import TrustPolicies

/// The differences between the host rules of two versions of a set.
enum HostRuleDifference {
    static func changes(_ old: PolicySet, _ new: PolicySet) -> [PolicyDifference.Change] {
        let (before, after) = (rules(of: old), rules(of: new))
        let removed = old.hosts.filter { after[$0.pattern] == nil }.map { rule in
            change(rule, .removed, effect: effect(ofRemoving: rule, old, new), old: rule.choice, in: new)
        }
        let others = new.hosts.compactMap { rule -> PolicyDifference.Change? in
            guard let known = before[rule.pattern] else {
                return change(
                    rule,
                    .added,
                    effect: effect(ofAdding: rule, old, new),
                    new: rule.choice,
                    in: new
                )
            }
            guard known.handling != rule.handling else { return nil }
            let effect = effect(known.handling ?? old.otherwise, rule.handling ?? new.otherwise)
            return change(rule, .changed, effect: effect, old: known.choice, new: rule.choice, in: new)
        }
        return removed + others + otherwise(old, new)
    }

    private static func rules(of set: PolicySet) -> [HostPattern: HostRule] {
        Dictionary(set.hosts.map { ($0.pattern, $0) }) { first, _ in first }
    }

    private static func otherwise(_ old: PolicySet, _ new: PolicySet) -> [PolicyDifference.Change] {
        guard old.otherwise != new.otherwise else { return [] }
        return [
            PolicyDifference.Change(
                set: new.name,
                pointer: "/otherwise",
                kind: .changed,
                effect: effect(old.otherwise, new.otherwise),
                old: "\(old.otherwise)",
                new: "\(new.otherwise)"
            )
        ]
    }

    private static func change(
        _ rule: HostRule,
        _ kind: PolicyDifference.Kind,
        effect: PolicyDifference.Effect,
        old: String? = nil,
        new: String? = nil,
        in set: PolicySet
    ) -> PolicyDifference.Change {
        PolicyDifference.Change(
            set: set.name,
            pointer: JSONPointer.appending(rule.text, to: "/hosts"),
            kind: kind,
            effect: effect,
            old: old,
            new: new
        )
    }

    private static func effect(
        ofAdding rule: HostRule,
        _ old: PolicySet,
        _ new: PolicySet
    )
        -> PolicyDifference.Effect
    {
        let handling = rule.handling ?? new.otherwise
        // The first rule also denies each text that is not a host.
        if old.hosts.isEmpty { return handling == .deny ? .stricter : .unknown }
        if let previous = handlingOfAll(rule, in: old) { return effect(previous, handling) }
        // A denied host has no chain that is accepted now, whichever rule was used before.
        return handling == .deny ? .stricter : .unknown
    }

    private static func effect(
        ofRemoving rule: HostRule,
        _ old: PolicySet,
        _ new: PolicySet
    )
        -> PolicyDifference.Effect
    {
        let handling = rule.handling ?? old.otherwise
        if new.hosts.isEmpty { return handling == .deny ? .looser : .unknown }
        if let next = handlingOfAll(rule, in: new) { return effect(handling, next) }
        return handling == .deny ? .looser : .unknown
    }

    /// Returns the handling by a set of all hosts of a rule that the set does not have; nil if it may differ between the hosts.
    private static func handlingOfAll(_ rule: HostRule, in set: PolicySet) -> HostHandling? {
        guard case .exact(let host) = rule.pattern else { return nil }
        return set.rule(for: host)?.handling ?? set.otherwise
    }

    /// Returns the effect of another handling of the same hosts; what changed in a policy is reported with the policy.
    private static func effect(_ old: HostHandling, _ new: HostHandling) -> PolicyDifference.Effect {
        if old == new { return .none }
        if new == .deny { return .stricter }
        return old == .deny ? .looser : .unknown
    }
}
