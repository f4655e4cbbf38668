import TrustModel
import TrustPolicies

/// Explains the precedence of host rules; the set itself selects the rule that applies.
enum HostRuleReasons {
    /// How many rules that do not match are listed at most.
    private static let maximumSimilar = 10

    /// Returns the rule that applies, then those that match but have a lower precedence, then similar rules that do not match.
    static func rules(of set: PolicySet, for host: HostName) -> [PolicyExplanation.Rule] {
        let matching = set.matchingRules(for: host)
        guard let first = matching.first else { return similar(to: host, in: set, besides: []) }
        return [PolicyExplanation.Rule(rule: first, state: .applies, reason: reason(for: first))]
            + matching.dropFirst().map {
                PolicyExplanation.Rule(rule: $0, state: .overridden, reason: reason(for: first, before: $0))
            }
            + similar(to: host, in: set, besides: matching)
    }

    private static func reason(for rule: HostRule) -> String {
        switch rule.pattern {
        case .exact: "the exact host"
        case .oneLabelBefore(let name): "exactly one label before \(name)"
        case .labelsBefore(let name): "one or more labels before \(name)"
        }
    }

    private static func reason(for first: HostRule, before other: HostRule) -> String {
        if case .exact = first.pattern { return "an exact rule precedes every wildcard" }
        guard name(of: first.pattern) == name(of: other.pattern) else {
            return "the wildcard before the longer name \(name(of: first.pattern)) precedes"
        }
        return "`*.` precedes `**.` before the same name"
    }

    private static func name(of pattern: HostPattern) -> String {
        switch pattern {
        case .exact(let host): host.description
        case .oneLabelBefore(let name), .labelsBefore(let name): name
        }
    }

    /// Returns the first rules for the host's name or for a domain that contains it, of those whose pattern does not match.
    private static func similar(
        to host: HostName,
        in set: PolicySet,
        besides matching: [HostRule]
    ) -> [PolicyExplanation.Rule] {
        guard case .dns(let text) = host else { return [] }
        let known = Set(matching.map(\.pattern))
        return set.hosts.lazy.filter { rule in
            let name = name(of: rule.pattern)
            return (text == name || text.hasSuffix("." + name)) && !known.contains(rule.pattern)
        }.prefix(maximumSimilar).map { rule in
            PolicyExplanation.Rule(rule: rule, state: .noMatch, reason: mismatch(of: rule.pattern, with: text))
        }
    }

    private static func mismatch(of pattern: HostPattern, with host: String) -> String {
        switch pattern {
        case .exact: "an exact rule matches only its own name"
        case .oneLabelBefore(let name) where host != name:
            "it matches exactly one label before \(name), and the host has "
                + "\(host.dropLast(name.count + 1).split(separator: ".").count)"
        case .oneLabelBefore(let name), .labelsBefore(let name): "a wildcard does not match the name \(name) itself"
        }
    }
}
