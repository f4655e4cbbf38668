import TrustModel

/// The result of comparing the alternative names of a certificate with a host (RFC 9525 section 6).
enum HostComparison: Equatable {
    /// A name equals the host or is a wildcard that matches it.
    case match
    /// The only matching names are wildcards directly below a public suffix.
    case forbiddenWildcard(name: String, suffix: String)
    /// The only names that resemble the host have a wildcard in a form that is not accepted.
    case unusableWildcard(name: String, WildcardDefect)
    /// The only name that resembles the host ends in a dot, which names in certificates do not have (RFC 5280 section 4.2.1.6).
    case trailingDot(name: String)
    /// The host is an IP address that the certificate contains only as a dNSName.
    case addressAsDNSName(String)
    case mismatch

    /// Compares names with a host.
    ///
    /// A wildcard must not be directly below a public suffix.
    init(of names: [GeneralName], with host: HostName, isPublicSuffix: (String) -> Bool) {
        switch host {
        case .dns(let host): self = Self.comparison(of: names, with: host, isPublicSuffix: isPublicSuffix)
        case .ip(let address): self = Self.comparison(of: names, with: address)
        }
    }

    private static func comparison(of names: [GeneralName], with address: IPAddress) -> HostComparison {
        var text: String?
        for name in names {
            switch name {
            case .ip(let octets) where octets == address.octets: return .match
            case .dns(let name) where text == nil && IPAddress(name) == address: text = name
            default: break
            }
        }
        return text.map(HostComparison.addressAsDNSName) ?? .mismatch
    }

    private static func comparison(
        of names: [GeneralName],
        with host: String,
        isPublicSuffix: (String) -> Bool
    ) -> HostComparison {
        // All matching wildcards are equal, so one call of `isPublicSuffix` is sufficient.
        var wildcard: String?
        for case .dns(let pattern) in names {
            if isEqual(pattern.utf8[...], host.utf8[...]) { return .match }
            if wildcard == nil, isWildcard(pattern.utf8, of: host.utf8) { wildcard = pattern }
        }
        guard let wildcard, let dot = host.utf8.firstIndex(of: HostText.period) else {
            return unusableWildcard(among: names, for: host) ?? nameWithDot(among: names, for: host) ?? .mismatch
        }
        let suffix = String(host[host.utf8.index(after: dot)...])
        return isPublicSuffix(suffix) ? .forbiddenWildcard(name: wildcard, suffix: suffix) : .match
    }

    private static func nameWithDot(among names: [GeneralName], for host: String) -> HostComparison? {
        for case .dns(let name) in names where name.utf8.last == HostText.period {
            let text = String(name.utf8.dropLast()) ?? ""
            guard isEqual(text.utf8[...], host.utf8[...]) || isWildcard(text.utf8, of: host.utf8) else { continue }
            return .trailingDot(name: name)
        }
        return nil
    }

    private static func unusableWildcard(among names: [GeneralName], for host: String) -> HostComparison? {
        for case .dns(let name) in names {
            if let defect = WildcardDefect(of: name, for: host) { return .unusableWildcard(name: name, defect) }
        }
        return nil
    }

    /// Whether a pattern is a wildcard that differs from the host only in the first label.
    private static func isWildcard(_ pattern: String.UTF8View, of host: String.UTF8View) -> Bool {
        guard pattern.starts(with: "*.".utf8) else { return false }
        let suffix = pattern.dropFirst()
        guard let dot = host.firstIndex(of: HostText.period), dot != host.startIndex else { return false }
        return isEqual(suffix, host[dot...]) && suffix.count(where: { $0 == HostText.period }) >= 2
    }

    /// Whether a name equals a host, which is in lower case and not a wildcard.
    private static func isEqual(_ name: Substring.UTF8View, _ host: Substring.UTF8View) -> Bool {
        name.elementsEqual(host) { (0x41...0x5A).contains($0) ? $0 | 0x20 == $1 : $0 == $1 }
    }
}
