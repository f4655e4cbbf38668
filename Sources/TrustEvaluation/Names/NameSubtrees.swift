import TrustModel

/// The subtrees that an authority permits, or those that it excludes: hosts, addresses, mailboxes and URIs, looked up by what a
/// name ends with, so that no number of constraints makes comparing slow (RFC 5280 section 4.2.1.10).
struct NameSubtrees: Sendable {
    private struct Network {
        let base: UInt128
        let mask: UInt128
        let octets: Int
        let place: Int
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
    private var mailboxes: [[UInt8]: Int] = [:]
    /// The mailboxes with their local parts in lower case, and their hosts.
    private var foldedMailboxes: [[UInt8]: Int] = [:]
    private var hostsOfMailboxes = HostTable()
    private var mailHosts = HostTable()
    private var mailDomains = HostTable()
    private var resourceHosts = HostTable()
    private var resourceDomains = HostTable()

    /// Takes the bases of subtrees; kinds that are not compared here are left out.
    init(_ bases: [GeneralName]) {
        for (place, base) in bases.enumerated() { insert(base, at: place) }
    }

    /// Whether there are subtrees of a kind.
    func has(_ kind: NameReach.Kind) -> Bool { kinds.contains(kind) }

    var isEmpty: Bool { kinds.isEmpty }

    private mutating func insert(_ base: GeneralName, at place: Int) {
        let kind: NameReach.Kind
        let isRead: Bool
        switch base {
        case .dns(let base): (kind, isRead) = (.host, insert(host: base, at: place))
        case .ip(let octets): (kind, isRead) = (.address, insert(network: octets, at: place))
        case .email(let base): (kind, isRead) = (.mailbox, insert(mailbox: base, at: place))
        case .uri(let base): (kind, isRead) = (.resource, insert(resource: base, at: place))
        case .directory, .other: return
        }
        kinds.insert(kind)
        if !isRead { malformed.insert(kind) }
    }

    private mutating func insert(host base: String, at place: Int) -> Bool {
        let isBelow = base.hasPrefix(".")
        let rest = isBelow ? base.dropFirst() : base[...]
        // The empty name is the root of them all.
        guard let host = rest.isEmpty ? [] : HostText.folded(rest), !host.contains(HostText.asterisk) else {
            return false
        }
        if isBelow {
            domains.insert(host[...], at: place)
        } else {
            hosts.insert(host[...], at: place)
            if let parent = HostText.parent(of: host[...]) { parents.insert(parent, at: place) }
        }
        return true
    }

    private mutating func insert(network octets: [UInt8], at place: Int) -> Bool {
        guard NameSyntax.isNetwork(octets) else { return false }
        let half = octets.count / 2
        let (base, mask) = (NameReach.number(octets.prefix(half)), NameReach.number(octets.suffix(half)))
        networks.append(Network(base: base, mask: mask, octets: half, place: place))
        return true
    }

    private mutating func insert(mailbox base: String, at place: Int) -> Bool {
        if case .mailbox(let local, let host)? = NameReach(.email(base)) {
            let (key, folded) = (Self.key(local, host), Self.key(NameSyntax.lowercased(local), host))
            mailboxes[key] = mailboxes[key] ?? place
            foldedMailboxes[folded] = foldedMailboxes[folded] ?? place
            hostsOfMailboxes.insert(host[...], at: place)
            return true
        }
        let isBelow = base.hasPrefix(".")
        guard let host = HostText.folded(isBelow ? base.dropFirst() : base[...]) else { return false }
        if isBelow { mailDomains.insert(host[...], at: place) } else { mailHosts.insert(host[...], at: place) }
        return true
    }

    private mutating func insert(resource base: String, at place: Int) -> Bool {
        guard NameSyntax.isDomain(base) else { return false }
        let isBelow = base.hasPrefix(".")
        guard let host = HostText.folded(isBelow ? base.dropFirst() : base[...]) else { return false }
        if isBelow { resourceDomains.insert(host[...], at: place) } else { resourceHosts.insert(host[...], at: place) }
        return true
    }

    private static func key(_ local: [UInt8], _ host: [UInt8]) -> [UInt8] { local + [UInt8(ascii: "@")] + host }

    /// The place of a subtree that holds all that a name stands for; nil where there is none.
    func place(holding name: NameReach) -> Int? {
        switch name {
        case .host(let host, let isWildcard):
            hosts.placeOfEnd(of: host[...])
                ?? (isWildcard ? domains.placeOfEnd(of: host[...]) : Self.placeBelow(domains, host))
        case .address(let address, let octets):
            networks.first { $0.octets == octets && (address ^ $0.base) & $0.mask == 0 }?.place
        case .mailbox(let local, let host):
            placeOfMailHost(host) ?? mailboxes[Self.key(local, host)]
        case .mailboxAttribute(let local, let host):
            placeOfMailHost(host) ?? foldedMailboxes[Self.key(local, host)]
        case .internationalizedMailbox(let host): placeOfMailHost(host)
        // A host without a leading period is that host alone, unlike with DNS names.
        case .resource(let host): resourceHosts.place(of: host[...]) ?? Self.placeBelow(resourceDomains, host)
        case .malformed: nil
        }
    }

    /// The place of a subtree that holds something that a name stands for: for a wildcard, some host that it matches.
    func place(touching name: NameReach) -> Int? {
        if let place = place(holding: name) { return place }
        return switch name {
        // One label before the rest, and no more, can make it a base itself.
        case .host(let host, isWildcard: true): parents.place(of: host[...])
        // RFC 9598 section 6 leaves the local part out on both sides.
        case .internationalizedMailbox(let host): hostsOfMailboxes.place(of: host[...])
        default: nil
        }
    }

    private func placeOfMailHost(_ host: [UInt8]) -> Int? {
        mailHosts.place(of: host[...]) ?? Self.placeBelow(mailDomains, host)
    }

    private static func placeBelow(_ bases: HostTable, _ host: [UInt8]) -> Int? {
        bases.placeOfEnd(of: HostText.parent(of: host[...]) ?? [])
    }
}
