import TrustModel

/// One subtree of a name constraint, or the reach of one name: of the kinds that are compared here, host, address and
/// mailbox, in the form in which comparing is cheap (RFC 5280 section 4.2.1.10).
///
/// What does not follow its syntax is in no subtree and may be in any: it breaks every constraint of its kind.
enum NameSubtree {
    /// Kinds of names that are compared with each other alone.
    enum Kind {
        case host, address, mailbox
    }

    /// Lower-case text of the host without a trailing period; `isBelow` where only names below it are meant.
    case host(text: [UInt8], isBelow: Bool)
    case address(octets: [UInt8], mask: [UInt8])
    /// A mailbox with its local part as it is, or all mailboxes of a host, or with `isBelow` of the hosts below it.
    case mailbox(local: [UInt8]?, host: [UInt8], isBelow: Bool)
    case malformed(Kind)

    var kind: Kind {
        switch self {
        case .host: .host
        case .address: .address
        case .mailbox: .mailbox
        case .malformed(let kind): kind
        }
    }

    /// Reads an alternative name; nil for kinds that are not compared here. A wildcard reaches one label further.
    init?(name: GeneralName) {
        switch name {
        case .dns(let name): self = Self.host(name, wildcard: "*.")
        case .ip(let octets):
            let isAddress = octets.count == 4 || octets.count == 16
            let mask = [UInt8](repeating: 0xFF, count: octets.count)
            self = isAddress ? .address(octets: octets, mask: mask) : .malformed(.address)
        case .email(let mailbox):
            guard let (local, host) = NameSyntax.mailboxParts(mailbox), let host = Self.folded(host) else {
                self = .malformed(.mailbox)
                return
            }
            self = .mailbox(local: Array(local.utf8), host: host, isBelow: false)
        case .uri, .directory, .other: return nil
        }
    }

    /// Reads the base of a subtree; nil for kinds that are not compared here.
    init?(base: GeneralName) {
        switch base {
        case .dns(let name): self = Self.host(name, wildcard: ".")
        case .ip(let octets):
            let half = octets.count / 2
            self =
                NameSyntax.isNetwork(octets)
                ? .address(octets: Array(octets.prefix(half)), mask: Array(octets.suffix(half))) : .malformed(.address)
        case .email(let base): self = Self.mailboxes(base)
        case .uri, .directory, .other: return nil
        }
    }

    private static func host(_ name: String, wildcard: String) -> NameSubtree {
        let isBelow = name.hasPrefix(wildcard)
        let rest = isBelow ? name.dropFirst(wildcard.utf8.count) : name[...]
        // The empty name is the root of them all.
        guard !rest.isEmpty || wildcard == "." else { return .malformed(.host) }
        return (rest.isEmpty ? [] : folded(rest)).map { .host(text: $0, isBelow: isBelow) } ?? .malformed(.host)
    }

    private static func mailboxes(_ base: String) -> NameSubtree {
        if base.utf8.contains(UInt8(ascii: "@")) { return NameSubtree(name: .email(base)) ?? .malformed(.mailbox) }
        let isBelow = base.hasPrefix(".")
        let host = folded(isBelow ? base.dropFirst() : base[...])
        return host.map { .mailbox(local: nil, host: $0, isBelow: isBelow) } ?? .malformed(.mailbox)
    }

    /// Lower case without a trailing period; nil where a label is empty or has a character that no host has.
    ///
    /// Underscores are let pass, and wildcards elsewhere than in front: both are in use, and match nothing but themselves.
    private static func folded(_ text: Substring) -> [UInt8]? {
        var host = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        if host.last == UInt8(ascii: ".") { host.removeLast() }
        var previous = UInt8(ascii: ".")
        for byte in host {
            let isKnown =
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2A, 0x2D, 0x5F].contains(byte)
            guard isKnown || byte == UInt8(ascii: ".") && previous != byte else { return nil }
            previous = byte
        }
        return previous == UInt8(ascii: ".") ? nil : host
    }

    /// Whether all that the name stands for is in this subtree.
    func holds(_ name: NameSubtree) -> Bool {
        switch (self, name) {
        case (.host(let base, let isBelow), .host(let text, let isWildcard)):
            Self.is(text, at: base) ? isWildcard || !isBelow || text.count > base.count : false
        case (.address(let base, let mask), .address(let octets, _)):
            octets.count == base.count && zip(zip(octets, base), mask).allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
        case (.mailbox(let base, let baseHost, let isBelow), .mailbox(let local, let host, _)):
            if let base {
                base == local && baseHost == host
            } else if isBelow {
                host.count > baseHost.count && Self.is(host, at: baseHost)
            } else {
                host == baseHost
            }
        default: false
        }
    }

    /// Whether something that the name stands for is in this subtree: for a wildcard, some host that it matches.
    func touches(_ name: NameSubtree) -> Bool {
        guard case (.host(let base, let isBelow), .host(let text, true)) = (self, name), !holds(name) else {
            return holds(name)
        }
        // One label before `text`, and no more, can make it the base itself.
        guard !isBelow, base.count > text.count, Self.is(base, at: text) else { return false }
        return !base.dropLast(text.count + 1).contains(UInt8(ascii: "."))
    }

    /// Whether a host is the other one or below it.
    private static func `is`(_ host: [UInt8], at base: [UInt8]) -> Bool {
        guard host.count > base.count else { return host == base }
        return base.isEmpty
            || host.suffix(base.count).elementsEqual(base)
                && host[host.count - base.count - 1] == UInt8(ascii: ".")
    }
}
