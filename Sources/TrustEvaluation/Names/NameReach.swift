import TrustModel

/// What an alternative name stands for, of the kinds that are compared with name constraints here, in the form in which
/// comparing is cheap (RFC 5280 section 4.2.1.10).
enum NameReach: Sendable {
    /// Kinds of names; each is compared with constraints of its own alone.
    enum Kind: UInt8 {
        case host, address, mailbox, resource
    }

    /// Some kinds.
    struct Kinds: Sendable {
        private var bits: UInt8 = 0

        var isEmpty: Bool { bits == 0 }

        func contains(_ kind: Kind) -> Bool { bits & 1 << kind.rawValue != 0 }

        mutating func insert(_ kind: Kind) { bits |= 1 << kind.rawValue }
    }

    /// A host, or where it is a wildcard all hosts with one label before it.
    case host([UInt8], isWildcard: Bool)
    case address(UInt128, octets: Int)
    /// A mailbox: the local part as it is.
    case mailbox(local: [UInt8], host: [UInt8])
    /// A mailbox in the subject's attribute emailAddress: the local part in lower case (RFC 5280 section 4.1.2.6).
    case mailboxAttribute(local: [UInt8], host: [UInt8])
    /// A mailbox whose local part is not in ASCII; the host alone is compared (RFC 9598 section 6).
    case internationalizedMailbox(host: [UInt8])
    /// A URI, of which the host alone is compared.
    case resource(host: [UInt8])
    /// A name that does not follow the syntax of its kind: it is in no subtree and may be in any.
    case malformed(Kind)

    var kind: Kind {
        switch self {
        case .host: .host
        case .address: .address
        case .mailbox, .mailboxAttribute, .internationalizedMailbox: .mailbox
        case .resource: .resource
        case .malformed(let kind): kind
        }
    }

    /// Reads an alternative name; nil for kinds that are not compared here.
    init?(_ name: GeneralName) {
        switch name {
        case .dns(let name):
            let isWildcard = name.utf8.starts(with: "*.".utf8)
            let host = HostText.folded(isWildcard ? name.dropFirst(2) : name[...])
            self = host.map { .host($0, isWildcard: isWildcard) } ?? .malformed(.host)
        case .ip(let octets) where octets.count == 4 || octets.count == 16:
            self = .address(Self.number(octets[...]), octets: octets.count)
        case .ip: self = .malformed(.address)
        case .email(let mailbox):
            guard let (local, host) = NameSyntax.mailboxParts(mailbox), let host = HostText.folded(host) else {
                self = .malformed(.mailbox)
                return
            }
            self = .mailbox(local: Array(local.utf8), host: host)
        case .uri(let uri):
            self =
                NameSyntax.domainHost(of: uri).flatMap(HostText.folded).map { .resource(host: $0) }
                ?? .malformed(.resource)
        case .other(tag: 0, let content) where InternationalizedMailbox.isType(of: content):
            let host = InternationalizedMailbox(content)?.host
            self = host.map { .internationalizedMailbox(host: $0) } ?? .malformed(.mailbox)
        case .directory, .other: return nil
        }
    }

    /// Reads the value of a subject's attribute emailAddress.
    init(emailAddress value: String) {
        guard case .mailbox(let local, let host)? = Self(.email(value)) else {
            self = .malformed(.mailbox)
            return
        }
        self = .mailboxAttribute(local: NameSyntax.lowercased(local), host: host)
    }

    /// At most 16 octets as a number.
    static func number(_ octets: ArraySlice<UInt8>) -> UInt128 {
        octets.reduce(0) { $0 << 8 | UInt128($1) }
    }
}
