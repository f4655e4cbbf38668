import TrustModel

/// A name in the form in which it is compared with name constraints (RFC 5280 section 4.2.1.10).
enum ComparableName: Sendable {
    /// The kinds of names; each is compared only with constraints of the same kind.
    enum Kind: Hashable, Sendable {
        case host, address, mailbox, resource, directory
        indirect case otherName(type: OID)
        /// A kind whose names are not compared, with its tag number.
        case uncompared(tag: UInt8)
    }

    /// A host, or a wildcard without its first label; rooted if the name ends with a period.
    case host([UInt8], isWildcard: Bool, isRooted: Bool)
    case address(UInt128, octets: Int)
    /// A mailbox with its local part unchanged.
    case mailbox(local: [UInt8], host: [UInt8])
    /// A mailbox in the subject's attribute emailAddress, compared case-insensitively with excluded subtrees (RFC 5280
    /// section 4.1.2.6).
    case mailboxAttribute(local: [UInt8], host: [UInt8])
    /// A mailbox whose local part is not ASCII; only its host is compared (RFC 9598 section 6).
    case internationalizedMailbox(host: [UInt8])
    /// A URI; only its host is compared.
    case resource(host: [UInt8])
    /// The subject, or a directory name among the alternative names.
    case directory(DistinguishedName)
    /// A name with invalid syntax: no permitted subtree contains it, and every excluded subtree may contain it.
    case malformed(Kind)
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
        case .directory(let name): self = Self(directory: name)
        case .otherName(InternationalizedMailbox.type, let value):
            let host = InternationalizedMailbox(value)?.host
            self = host.map { .internationalizedMailbox(host: $0) } ?? .malformed(.mailbox)
        case .otherName, .registeredID, .other: self = .uncompared(Kind(ofBase: name))
        }
    }

    /// Parses a subject or a directory name; a name with a non-text value cannot be compared.
    init(directory name: DistinguishedName) {
        self = name.isText ? .directory(name) : .malformed(.directory)
    }

    /// Parses a subject's attribute emailAddress, which is an IA5String (RFC 5280 appendix A.1).
    init(emailAddress attribute: DistinguishedName.Attribute) {
        guard attribute.isIA5String, case .mailbox(let local, let host) = Self(.email(attribute.value)) else {
            self = .malformed(.mailbox)
            return
        }
        self = .mailboxAttribute(local: local, host: host)
    }

    /// Returns at most 16 octets as a number.
    static func number(_ octets: ArraySlice<UInt8>) -> UInt128 {
        octets.reduce(0) { $0 << 8 | UInt128($1) }
    }
}

extension ComparableName.Kind {
    /// The kind of names to which the base of a subtree applies.
    init(ofBase base: GeneralName) {
        self =
            switch base {
            case .dns: .host
            case .ip: .address
            case .email: .mailbox
            case .uri: .resource
            case .directory: .directory
            case .otherName(let type, _): .otherName(type: type)
            case .registeredID: .uncompared(tag: 8)
            case .other(let tag, _): .uncompared(tag: tag)
            }
    }
}
