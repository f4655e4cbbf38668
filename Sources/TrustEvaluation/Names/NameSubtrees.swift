import TrustModel

/// The permitted or the excluded subtrees of a CA (RFC 5280 section 4.2.1.10).
///
/// Hosts, mailboxes and URIs are looked up by the suffixes of a name, so the time does not depend on the number of
/// constraints. Networks and directory names are compared one by one; the parser limits the number of directory names.
struct NameSubtrees: Sendable {
    private struct Network {
        let base: UInt128
        let mask: UInt128
        let octets: Int
        let place: Int
    }

    private var kinds: Set<ComparableName.Kind> = []
    /// The kinds of names for which a base has invalid syntax.
    private(set) var malformed: Set<ComparableName.Kind> = []
    /// DNS bases: a host contains itself and its subdomains; a domain (with a leading period) only its subdomains.
    private var hosts = HostTable()
    private var domains = HostTable()
    /// DNS bases with a final period, which RFC 5280 does not allow; they contain only names with a final period.
    private var rootedHosts = HostTable()
    /// The parents of `hosts` and `rootedHosts`: each host without its first label.
    private var parents = HostTable()
    private var networks: [Network] = []
    private var mailboxes: [OctetKey: Int] = [:]
    /// The mailboxes again, with their local parts in lower case.
    private var foldedMailboxes: [OctetKey: Int] = [:]
    private var hostsOfMailboxes = HostTable()
    private var mailHosts = HostTable()
    private var mailDomains = HostTable()
    private var resourceHosts = HostTable()
    private var resourceDomains = HostTable()
    private var directories: [(name: DistinguishedName, place: Int)] = []

    init(_ bases: [GeneralName]) {
        for (place, base) in bases.enumerated() { insert(base, at: place) }
    }

    func has(_ kind: ComparableName.Kind) -> Bool { kinds.contains(kind) }

    private mutating func insert(_ base: GeneralName, at place: Int) {
        let isRead: Bool
        switch base {
        case .dns(let base): isRead = insert(host: base, at: place)
        case .ip(let octets): isRead = insert(network: octets, at: place)
        case .email(let base): isRead = insert(mailbox: base, at: place)
        case .uri(let base): isRead = insert(resource: base, at: place)
        case .directory(let name):
            directories.append((name, place))
            isRead = name.isText
        case .otherName, .registeredID, .other: isRead = true
        }
        let kind = ComparableName.Kind(ofBase: base)
        kinds.insert(kind)
        if !isRead { malformed.insert(kind) }
    }

    private mutating func insert(host base: String, at place: Int) -> Bool {
        let isBelow = base.hasPrefix(".")
        let rest = isBelow ? base.dropFirst() : base[...]
        // The empty base contains all hosts.
        guard let host = rest.isEmpty ? [] : HostText.folded(rest), !host.contains(HostText.asterisk) else {
            return false
        }
        if base.hasSuffix(".") {
            rootedHosts.insert(host[...], at: place)
            if let parent = HostText.parent(of: host[...]) { parents.insert(parent, at: place) }
        } else if isBelow {
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
        let (base, mask) = (ComparableName.number(octets.prefix(half)), ComparableName.number(octets.suffix(half)))
        networks.append(Network(base: base, mask: mask, octets: half, place: place))
        return true
    }

    private mutating func insert(mailbox base: String, at place: Int) -> Bool {
        guard !base.hasSuffix(".") else { return false }
        if case .mailbox(let local, let host) = ComparableName(.email(base)) {
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

    private static func key(_ local: [UInt8], _ host: [UInt8]) -> OctetKey {
        OctetKey((local + [UInt8(ascii: "@")] + host)[...])
    }

    /// Returns the position of a subtree that contains everything a name can match; nil if there is none.
    func place(holding name: ComparableName) -> Int? {
        switch name {
        case .host(let host, let isWildcard, let isRooted):
            // A wildcard lacks its first label here, so its hosts are below a domain that equals the rest.
            hosts.placeOfEnd(of: host[...]) ?? (isRooted ? rootedHosts.placeOfEnd(of: host[...]) : nil)
                ?? (isWildcard ? domains.placeOfEnd(of: host[...]) : Self.placeBelow(domains, host))
        case .address(let address, let octets):
            networks.first { $0.octets == octets && (address ^ $0.base) & $0.mask == 0 }?.place
        case .mailbox(let local, let host), .mailboxAttribute(let local, let host):
            placeOfMailHost(host) ?? mailboxes[Self.key(local, host)]
        case .internationalizedMailbox(let host): placeOfMailHost(host)
        // For URIs, a base without a leading period contains only this host, not the names below it.
        case .resource(let host): resourceHosts.place(of: host[...]) ?? Self.placeBelow(resourceDomains, host)
        case .directory(let name): directories.first { $0.name.isInitialPart(of: name) }?.place
        case .malformed, .uncompared: nil
        }
    }

    /// Returns the position of a subtree that contains something a name can match; nil if there is none.
    func place(touching name: ComparableName) -> Int? {
        if let place = place(holding: name) { return place }
        return switch name {
        // A wildcard also matches a base that consists of one label and the wildcard's suffix.
        case .host(let host, let isWildcard, _):
            (isWildcard ? parents.place(of: host[...]) : nil) ?? rootedHosts.placeOfEnd(of: host[...])
        // RFC 9598 section 6 ignores the local parts of both the name and the base.
        case .internationalizedMailbox(let host): hostsOfMailboxes.place(of: host[...])
        case .mailboxAttribute(let local, let host): foldedMailboxes[Self.key(NameSyntax.lowercased(local), host)]
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

extension DistinguishedName {
    /// Whether another name begins with all relative distinguished names of this name (RFC 5280 section 7.1).
    fileprivate func isInitialPart(of name: DistinguishedName) -> Bool {
        // The key of each relative distinguished name begins with its length, so part of a key cannot match.
        attributes.count <= name.attributes.count && name.matchingKey.starts(with: matchingKey)
    }
}
