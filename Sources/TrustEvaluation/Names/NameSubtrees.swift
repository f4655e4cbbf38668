import TrustModel

/// The subtrees that an authority permits, or those that it excludes: hosts, addresses, mailboxes and URIs, looked up by what a
/// name ends with, so that no number of constraints makes comparing slow (RFC 5280 section 4.2.1.10).
struct NameSubtrees: Sendable {
    private struct Network {
        let base: UInt128
        let mask: UInt128
        let octets: Int
    }

    private var kinds = NameReach.Kinds()
    /// The kinds of which a base does not follow its syntax.
    private(set) var malformed = NameReach.Kinds()
    /// Hosts that are meant with all names below them, and those (with a leading period) without themselves.
    private var hosts = HostTable()
    private var domains = HostTable()
    /// What stands behind the first label of each of `hosts`.
    private var parents = HostTable()
    private var networks: [Network] = []
    private var mailboxes: Set<[UInt8]> = []
    private var mailHosts = HostTable()
    private var mailDomains = HostTable()
    private var resourceHosts = HostTable()
    private var resourceDomains = HostTable()

    /// Takes the bases of subtrees; kinds that are not compared here are left out.
    init(_ bases: [GeneralName]) {
        for base in bases { insert(base) }
    }

    /// Whether there are subtrees of a kind.
    func has(_ kind: NameReach.Kind) -> Bool { kinds.contains(kind) }

    var isEmpty: Bool { kinds.isEmpty }

    private mutating func insert(_ base: GeneralName) {
        let kind: NameReach.Kind
        let isRead: Bool
        switch base {
        case .dns(let base): (kind, isRead) = (.host, insert(host: base))
        case .ip(let octets): (kind, isRead) = (.address, insert(network: octets))
        case .email(let base): (kind, isRead) = (.mailbox, insert(mailbox: base))
        case .uri(let base): (kind, isRead) = (.resource, insert(resource: base))
        case .directory, .other: return
        }
        kinds.insert(kind)
        if !isRead { malformed.insert(kind) }
    }

    private mutating func insert(host base: String) -> Bool {
        let isBelow = base.hasPrefix(".")
        let rest = isBelow ? base.dropFirst() : base[...]
        // The empty name is the root of them all.
        guard let host = rest.isEmpty ? [] : HostText.folded(rest), !host.contains(HostText.asterisk) else {
            return false
        }
        if isBelow {
            domains.insert(host[...])
        } else {
            hosts.insert(host[...])
            if let parent = HostText.parent(of: host[...]) { parents.insert(parent) }
        }
        return true
    }

    private mutating func insert(network octets: [UInt8]) -> Bool {
        guard NameSyntax.isNetwork(octets) else { return false }
        let half = octets.count / 2
        let (base, mask) = (NameReach.number(octets.prefix(half)), NameReach.number(octets.suffix(half)))
        networks.append(Network(base: base, mask: mask, octets: half))
        return true
    }

    private mutating func insert(mailbox base: String) -> Bool {
        if case .mailbox(let local, let host)? = NameReach(.email(base)) {
            mailboxes.insert(Self.key(local, host))
            return true
        }
        let isBelow = base.hasPrefix(".")
        guard let host = HostText.folded(isBelow ? base.dropFirst() : base[...]) else { return false }
        if isBelow { mailDomains.insert(host[...]) } else { mailHosts.insert(host[...]) }
        return true
    }

    private mutating func insert(resource base: String) -> Bool {
        guard NameSyntax.isDomain(base) else { return false }
        let isBelow = base.hasPrefix(".")
        guard let host = HostText.folded(isBelow ? base.dropFirst() : base[...]) else { return false }
        if isBelow { resourceDomains.insert(host[...]) } else { resourceHosts.insert(host[...]) }
        return true
    }

    private static func key(_ local: [UInt8], _ host: [UInt8]) -> [UInt8] { local + [UInt8(ascii: "@")] + host }

    /// Whether all that a name stands for is in one of the subtrees.
    func hold(_ name: NameReach) -> Bool {
        switch name {
        case .host(let host, let isWildcard):
            hosts.containsEnd(of: host[...])
                || (isWildcard ? domains.containsEnd(of: host[...]) : Self.isBelow(domains, host))
        case .address(let address, let octets):
            networks.contains { $0.octets == octets && (address ^ $0.base) & $0.mask == 0 }
        case .mailbox(let local, let host):
            mailHosts.contains(host[...]) || Self.isBelow(mailDomains, host)
                || mailboxes.contains(Self.key(local, host))
        // A host without a leading period is that host alone, unlike with DNS names.
        case .resource(let host): resourceHosts.contains(host[...]) || Self.isBelow(resourceDomains, host)
        case .malformed: false
        }
    }

    /// Whether something that a name stands for is in one of the subtrees: for a wildcard, some host that it matches.
    func touch(_ name: NameReach) -> Bool {
        guard case .host(let host, isWildcard: true) = name, !hold(name) else { return hold(name) }
        // One label before the rest, and no more, can make it a base itself.
        return parents.contains(host[...])
    }

    private static func isBelow(_ bases: HostTable, _ host: [UInt8]) -> Bool {
        bases.containsEnd(of: HostText.parent(of: host[...]) ?? [])
    }
}
