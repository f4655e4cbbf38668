package import TrustModel

/// A host pattern and what it chooses.
package struct HostRule: Sendable, Hashable {
    /// The hosts it is for.
    package let pattern: HostPattern
    /// The pattern as written.
    package let text: String
    /// What happens to its hosts; nil for an exclusion, whose host has no rule, so that the set's `otherwise` counts.
    package let handling: HostHandling?

    /// Takes the parts as read.
    package init(pattern: HostPattern, text: String, handling: HostHandling?) {
        self.pattern = pattern
        self.text = text
        self.handling = handling
    }

    /// What the pattern chooses, as documents have it.
    package var choice: String { handling?.description ?? HostHandling.exclusion }
}

/// The host rules of a policy set, indexed: an exact rule comes first, then the longest wildcard.
package struct HostRules: Sendable {
    /// The rules in written order.
    package let rules: [HostRule]
    private let positions: [HostPattern: Int]

    /// Takes rules with different patterns; of equal patterns the first counts.
    package init(_ rules: [HostRule]) {
        self.rules = rules
        positions = Dictionary(zip(rules.map(\.pattern), rules.indices)) { first, _ in first }
    }

    /// The position in ``rules`` of the rule for a host; nil where none matches.
    ///
    /// Of `*.` and `**.` before the same name, `*.` is the narrower one and wins.
    /// - Complexity: one or two look-ups a label.
    package func position(for host: HostName) -> Int? {
        guard !positions.isEmpty else { return nil }
        if let position = positions[.exact(host)] { return position }
        guard case .dns(let name) = host else { return nil }
        var rest = name.utf8[...]
        var isFirst = true
        while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.index(after: dot)...]
            let suffix = String(Substring(rest))
            if isFirst, let position = positions[.oneLabelBefore(suffix)] { return position }
            if let position = positions[.labelsBefore(suffix)] { return position }
            isFirst = false
        }
        return nil
    }
}
