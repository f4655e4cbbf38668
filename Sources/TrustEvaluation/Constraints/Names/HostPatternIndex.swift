package import TrustModel

/// A list of DNS name patterns, indexed so that a name is compared with all patterns in a few lookups.
package struct HostPatternIndex: Sendable {
    private var exact: Set<OctetKey> = []
    /// The parents of exact names, whose wildcards cover these names.
    private var parentsOfExact: Set<OctetKey> = []
    private var oneLabelBefore: Set<OctetKey> = []
    private var labelsBefore = HostTable()

    /// Indexes patterns; a pattern of an IP address matches nothing.
    package init(_ patterns: [HostPattern]) {
        for pattern in patterns {
            switch pattern {
            case .exact(.ip): break
            case .exact(.dns(let name)):
                let octets = Array(name.utf8)[...]
                exact.insert(OctetKey(octets))
                if let parent = HostText.parent(of: octets) { parentsOfExact.insert(OctetKey(parent)) }
            case .oneLabelBefore(let parent): oneLabelBefore.insert(OctetKey(Array(parent.utf8)[...]))
            case .labelsBefore(let parent): labelsBefore.insert(Array(parent.utf8)[...], at: 0)
            }
        }
    }

    /// Compares a dNSName of a certificate.
    ///
    /// A wildcard in the certificate matches if a pattern contains all names that the wildcard covers. The result is
    /// uncertain if a pattern contains only some of these names, and for names that are not host names.
    func match(_ name: String) -> ConstraintMatch {
        let isWildcard = name.utf8.starts(with: "*.".utf8)
        let rest = name.utf8.dropFirst(isWildcard ? 2 : 0)
        guard rest.last != HostText.period, let host = HostText.folded(Substring(rest)),
            !host.contains(HostText.asterisk)
        else { return .uncertain }
        guard isWildcard else {
            guard !exact.contains(OctetKey(host[...])) else { return .met }
            return ConstraintMatch(HostText.parent(of: host[...]).map(containsNames) ?? false)
        }
        if containsNames(below: host[...]) { return .met }
        return parentsOfExact.contains(OctetKey(host[...])) ? .uncertain : .unmet
    }

    /// Whether a pattern contains a DNS name of a certificate, which must be the name of one host.
    func contains(hostNamed name: String) -> Bool {
        !name.utf8.contains(HostText.asterisk) && match(name) == .met
    }

    /// Whether a pattern contains all names with one label before a parent.
    private func containsNames(below parent: ArraySlice<UInt8>) -> Bool {
        oneLabelBefore.contains(OctetKey(parent)) || labelsBefore.placeOfEnd(of: parent) != nil
    }

    /// Whether a pattern of this list contains all names of another pattern.
    package func contains(_ pattern: HostPattern) -> Bool {
        switch pattern {
        case .exact(.ip): false
        case .exact(.dns(let name)): match(name) == .met
        case .oneLabelBefore(let parent): containsNames(below: Array(parent.utf8)[...])
        case .labelsBefore(let parent): labelsBefore.placeOfEnd(of: Array(parent.utf8)[...]) != nil
        }
    }
}
