import TrustModel

/// A name in the form in which it is compared with name constraints (RFC 5280 section 4.2.1.10).
enum NameReach: Sendable {
    /// The kinds of names; each is compared with constraints of its own kind only.
    enum Kind: Hashable, Sendable {
        case host, address, mailbox, resource, directory
        /// A kind that is not compared: its tag, and for an otherName the content up to the end of its type.
        case uncompared(tag: UInt8, type: [UInt8])
    }

    /// A host, or for a wildcard every host with one more label in front; rooted if it is written with a final period.
    case host([UInt8], isWildcard: Bool, isRooted: Bool)
    case address(UInt128, octets: Int)
    /// A mailbox: the local part as it is.
    case mailbox(local: [UInt8], host: [UInt8])
    /// A mailbox in the subject's attribute emailAddress, which is compared without regard to case where that is the stricter
    /// way (RFC 5280 section 4.1.2.6).
    case mailboxAttribute(local: [UInt8], host: [UInt8])
    /// A mailbox whose local part is not in ASCII; only the host is compared (RFC 9598 section 6).
    case internationalizedMailbox(host: [UInt8])
    /// A URI, of which only the host is compared.
    case resource(host: [UInt8])
    /// The subject, or a directory name among the alternative names.
    case directory(DistinguishedName)
    /// A name that does not follow the syntax of its kind: it is in no subtree and may be in any.
    case malformed(Kind)
    /// A name of a kind that is not compared with constraints.
    case uncompared(Kind)

    var kind: Kind {
        switch self {
        case .host: .host
        case .address: .address
        case .mailbox, .mailboxAttribute, .internationalizedMailbox: .mailbox
        case .resource: .resource
        case .directory: .directory
        case .malformed(let kind), .uncompared(let kind): kind
        }
    }

    /// Reads an alternative name.
    init(_ name: GeneralName) {
        switch name {
        case .dns(let name):
            let isWildcard = name.utf8.starts(with: "*.".utf8)
            let host = HostText.folded(isWildcard ? name.dropFirst(2) : name[...])
            self = host.map { .host($0, isWildcard: isWildcard, isRooted: name.hasSuffix(".")) } ?? .malformed(.host)
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
        case .directory(let name): self = .directory(name)
        case .other(tag: 0, let content) where InternationalizedMailbox.isType(of: content):
            let host = InternationalizedMailbox(content)?.host
            self = host.map { .internationalizedMailbox(host: $0) } ?? .malformed(.mailbox)
        case .other(let tag, let content): self = .uncompared(Kind(tag: tag, content: content))
        }
    }

    /// Reads a subject's attribute emailAddress, which is an IA5String (RFC 5280 appendix A.1).
    init(emailAddress attribute: DistinguishedName.Attribute) {
        guard attribute.isIA5String, case .mailbox(let local, let host) = Self(.email(attribute.value)) else {
            self = .malformed(.mailbox)
            return
        }
        self = .mailboxAttribute(local: local, host: host)
    }

    /// At most 16 octets as a number.
    static func number(_ octets: ArraySlice<UInt8>) -> UInt128 {
        octets.reduce(0) { $0 << 8 | UInt128($1) }
    }
}

extension NameReach.Kind {
    /// The kind of a name that is not compared; an otherName is of the kind of its type.
    init(tag: UInt8, content: [UInt8]) {
        // SEQUENCE { type-id OBJECT IDENTIFIER, … }: the length of a type fits into one octet, or the name is malformed.
        let length = tag == 0 && content.count > 1 && content[0] == 0x06 ? 2 + Int(content[1]) : 0
        self = .uncompared(tag: tag, type: Array(content.prefix(length)))
    }

    /// The kind of the names that a base of a subtree is about.
    init(ofBase base: GeneralName) {
        self =
            switch base {
            case .dns: .host
            case .ip: .address
            case .email: .mailbox
            case .uri: .resource
            case .directory: .directory
            case .other(let tag, let content): Self(tag: tag, content: content)
            }
    }
}
