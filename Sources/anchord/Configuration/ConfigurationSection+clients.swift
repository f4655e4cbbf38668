import StructuredDocuments
import TrustAPI
import TrustModel

extension ConfigurationSection {
    static let clients = ConfigurationSection(
        name: "clients",
        help:
            "The clients and their rights: evaluate, read, sign, reload, decisions, block, write with names of policy sets, "
            + "writeFloors and writeScripts. A client is a user or a "
            + "group on a Unix socket, or has one or two bearer tokens, of which only the SHA-256 digests are stored. If "
            + "not set, everyone may evaluate and read.",
        example: [
            "clients:",
            "  - {name: payments, unixUser: payments, may: [evaluate, read, sign]}",
            "  - {name: deploy, tokens: [{sha256: \"<64 hexadecimal digits>\"}], may: [read, reload]}",
            "  - {name: anyone, anonymous: true, may: [evaluate]}",
        ],
        read: { value, configuration in
            var names = Set<String>()
            var digests = Set<Fingerprint>()
            configuration.clients = value.list(ofAtMost: maximumClients)?.compactMap { item in
                guard let client = ClientDecoding.client(item) else { return nil }
                if !names.insert(client.name).inserted { item.refuse("another client has the name \(client.name)") }
                if case .tokens(let tokens) = client.credential {
                    for token in tokens where !digests.insert(token).inserted {
                        item.refuse("the token of \(client.name) is listed twice; each token belongs to one client")
                    }
                }
                return client
            }
        },
        value: { $0.clients.map { .sequence($0.map(ClientDecoding.node)) } }
    )

    private static let maximumClients = 256
}

/// Reads and writes items of `clients`.
enum ClientDecoding {
    static func client(_ value: DocumentValue) -> ClientConfiguration? {
        guard var mapping = value.mapping() else { return nil }
        let name = mapping.required("name", expected: "a name")?.identifier()
        let credential = credential(&mapping, of: value)
        let mayBe = mapping.required("may", expected: "a list of rights")
        let granted = mayBe?.list()?.compactMap(right)
        mapping.finish()
        guard let name, let credential, let granted else { return nil }
        let rights = granted.map(\.right)
        if credential == .anonymous, let right = rights.first(where: { !ClientRight.anonymous.contains($0) }) {
            value.refuse("an anonymous client cannot have the right `\(right.rawValue)`: only evaluate and read")
        }
        let writable = granted.flatMap(\.writable)
        return ClientConfiguration(name: name, credential: credential, rights: rights, writable: writable)
    }

    /// Reads a right; the right `write` is a mapping with the policy sets.
    private static func right(_ value: DocumentValue) -> (right: ClientRight, writable: [WritePattern])? {
        if case .mapping = value.node.content {
            guard var mapping = value.mapping() else { return nil }
            let names = mapping.required("write", expected: "a list of names of policy sets")?.list()
            mapping.finish()
            return names.map { (.write, $0.compactMap(pattern)) }
        }
        guard let right = value.oneOf(ClientRight.self) else { return nil }
        guard right != .write else {
            value.refuse("name the policy sets that the client may write: {write: [payments, \"team-*\"]}")
            return nil
        }
        return (right, [])
    }

    private static func pattern(_ value: DocumentValue) -> WritePattern? {
        guard let text = value.name() else { return nil }
        guard let pattern = WritePattern(text) else {
            value.refuse("expected the name of a policy set, or the beginning of names such as \"team-*\"")
            return nil
        }
        return pattern
    }

    /// Reads the only credential of a client.
    private static func credential(
        _ mapping: inout MappingReader,
        of value: DocumentValue
    ) -> ClientConfiguration.Credential? {
        let given = [
            mapping.value("unixUser").map {
                ("unixUser", $0.account(.user).map(ClientConfiguration.Credential.unixUser))
            },
            mapping.value("unixGroup").map {
                ("unixGroup", $0.account(.group).map(ClientConfiguration.Credential.unixGroup))
            },
            mapping.value("token").map { ("token", digest($0).map { .tokens([$0]) }) },
            mapping.value("tokens").map { ("tokens", digests($0).map(ClientConfiguration.Credential.tokens)) },
            mapping.value("anonymous").map { ("anonymous", anonymous($0)) },
        ].compactMap(\.self)
        guard given.count == 1 else {
            let found = given.isEmpty ? "none" : given.map(\.0).joined(separator: " and ")
            value.refuse("expected one of unixUser, unixGroup, token, tokens and anonymous, found \(found)")
            return nil
        }
        return given.first?.1
    }

    private static func anonymous(_ value: DocumentValue) -> ClientConfiguration.Credential? {
        guard let flag = value.bool() else { return nil }
        if !flag { value.refuse("expected true; a client with a credential has no key `anonymous`") }
        return flag ? .anonymous : nil
    }

    private static func digests(_ value: DocumentValue) -> [Fingerprint]? {
        guard let items = value.list(ofAtMost: 2) else { return nil }
        let digests = items.compactMap(digest)
        return digests.count == items.count ? digests : nil
    }

    /// Reads the digest of a token, `{sha256: …}`.
    private static func digest(_ value: DocumentValue) -> Fingerprint? {
        guard var mapping = value.mapping() else { return nil }
        let text = mapping.required("sha256", expected: "the SHA-256 digest of the token")
        mapping.finish()
        guard let text, let digits = text.name() else { return nil }
        guard let digest = Fingerprint(hexadecimal: Array(digits.utf8)[...]) else {
            text.refuse("expected a SHA-256 digest of 64 hexadecimal digits, found \(digits.utf8.count) characters")
            return nil
        }
        guard digest != emptyDigest else {
            text.refuse("this is the SHA-256 digest of an empty token")
            return nil
        }
        return digest
    }

    /// The SHA-256 digest of no bytes (FIPS 180-4).
    private static let emptyDigest = Fingerprint(
        hexadecimal: Array("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".utf8)[...]
    )

    static func node(_ client: ClientConfiguration) -> DocumentNode {
        let credential: (String, DocumentNode.Content) =
            switch client.credential {
            case .unixUser(let user): ("unixUser", user.node)
            case .unixGroup(let group): ("unixGroup", group.node)
            case .anonymous: ("anonymous", .bool(true))
            case .tokens(let digests): ("tokens", .sequence(digests.map(node)))
            }
        let names = DocumentNode(.sequence(client.writable.map { DocumentNode(.string($0.text)) }))
        let rights = client.rights.map { right in
            right == .write
                ? DocumentNode(.mapping([DocumentNode.Entry(key: "write", value: names)]))
                : DocumentNode(.string(right.rawValue))
        }
        return DocumentNode(
            entries: [("name", .string(client.name)), credential, ("may", .sequence(rights))]
        )
    }

    private static func node(_ digest: Fingerprint) -> DocumentNode {
        DocumentNode(entries: [("sha256", .string(digest.hex))])
    }
}

extension DocumentNode {
    /// Creates a mapping.
    init(entries: [(String, DocumentNode.Content)]) {
        self.init(.mapping(entries.map { Entry(key: $0.0, value: DocumentNode($0.1)) }))
    }
}

extension DocumentValue {
    /// Reads a name of letters, digits and `.`, `_`, `-`, with at most 64 characters.
    func identifier() -> String? {
        guard let text = name() else { return nil }
        let isValid = text.utf8.allSatisfy {
            $0.isDigit || (0x61...0x7A).contains($0.lowercasedASCII) || "._-".utf8.contains($0)
        }
        guard isValid, text.utf8.count <= 64, text.utf8.first != UInt8(ascii: ".") else {
            refuse("expected 1 to 64 letters, digits and `.`, `_`, `-`, found \(QuotedText.of(text))")
            return nil
        }
        return text
    }

    /// Reads the name or the number of a user or a group.
    func account(_ kind: AccountReference.Kind) -> AccountReference? {
        switch node.content {
        case .string(let text), .number(let text):
            if let account = AccountReference(text) { return account }
        case .null, .bool, .sequence, .mapping: break
        }
        refuse("expected a \(kind.rawValue) name or a number from 0 to \(UInt32.max - 1)")
        return nil
    }
}

extension AccountReference {
    /// The account as a value of a document.
    var node: DocumentNode.Content {
        switch self {
        case .name(let name): .string(name)
        case .number(let number): .number("\(number)")
        }
    }
}
