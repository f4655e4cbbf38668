import StructuredDocuments
import TrustIdentities
import TrustModel
import TrustOpenSSL

extension ConfigurationSection {
    static let identities = ConfigurationSection(
        name: "identities",
        help: "The client identities, each with a private key and certificates from a PKCS #12 file or from PEM files. "
            + "An identity is for the servers in `hosts`, and the listed clients may sign with it.",
        example: [
            "identities:",
            "  partner:",
            "    pkcs12: /etc/anchord/partner.p12         # or certificateChain and privateKey",
            "    passphrase: {credential: partner}        # or {file: PATH} or {environment: NAME}",
            "    hosts: [\"*.partner.example\"]",
            "    clients: [payments]",
            "    digests: false",
        ],
        read: { value, configuration in
            guard var mapping = value.mapping() else { return }
            guard mapping.count > 0, mapping.count <= maximumIdentities else {
                return value.refuse("expected 1 to \(maximumIdentities) identities, found \(mapping.count)")
            }
            configuration.identities = mapping.all().compactMap { IdentityDecoding.identity(named: $0, $1) }
        },
        value: { configuration in
            configuration.identities.map { identities in
                DocumentNode(entries: identities.map { ($0.name, IdentityDecoding.node($0).content) }).content
            }
        }
    )

    private static let maximumIdentities = 256
}

/// Reads and writes items of `identities`.
enum IdentityDecoding {
    private static let maximumItems = 256

    static func identity(named name: String, _ value: DocumentValue) -> IdentityConfiguration? {
        if DocumentValue(DocumentNode(.string(name)), issues: DocumentIssues()).identifier() == nil {
            value.refuse("the name of an identity has 1 to 64 letters, digits and `.`, `_`, `-`")
        }
        guard var mapping = value.mapping() else { return nil }
        let source = source(&mapping, of: value)
        let passphrase = mapping.value("passphrase").map { self.passphrase($0) } ?? .some(nil)
        let hosts = mapping.value("hosts").map { list($0, host) } ?? .some([])
        let clients = mapping.value("clients").map { list($0) { $0.identifier() } } ?? .some([])
        let digests = mapping.bool("digests") ?? false
        let allowReadableByOthers = mapping.bool("allowReadableByOthers") ?? false
        mapping.finish()
        guard let source, let passphrase, let hosts, let clients else { return nil }
        return IdentityConfiguration(
            name: name,
            source: source,
            passphrase: passphrase,
            hosts: hosts,
            clients: clients,
            digests: digests,
            allowReadableByOthers: allowReadableByOthers
        )
    }

    private static func source(
        _ mapping: inout MappingReader,
        of value: DocumentValue
    ) -> IdentityConfiguration.Source? {
        let (container, chain, key) = (
            mapping.value("pkcs12"), mapping.value("certificateChain"), mapping.value("privateKey")
        )
        switch (container, chain, key) {
        case (let container?, nil, nil): return container.string().map { .pkcs12($0) }
        case (nil, let chain?, let key?):
            guard let chain = chain.string(), let key = key.string() else { return nil }
            return .pem(certificateChain: chain, privateKey: key)
        default:
            value.refuse("expected the key pkcs12, or both keys certificateChain and privateKey")
            return nil
        }
    }

    private static func passphrase(_ value: DocumentValue) -> IdentityConfiguration.Passphrase?? {
        if case .string = value.node.content {
            // The text may be the passphrase itself, so it is not shown.
            value.refuse(
                "a passphrase cannot be in the configuration: expected {file: PATH}, {environment: NAME} or {credential: NAME}"
            )
            return nil
        }
        guard var mapping = value.mapping() else { return nil }
        let given = [
            mapping.value("file").map { $0.string().map(IdentityConfiguration.Passphrase.file) },
            mapping.value("environment").map { $0.string().map(IdentityConfiguration.Passphrase.environment) },
            mapping.value("credential").map { credential($0).map(IdentityConfiguration.Passphrase.credential) },
        ].compactMap(\.self)
        mapping.finish()
        guard given.count == 1 else {
            value.refuse("expected one of file, environment and credential, found \(given.count)")
            return nil
        }
        return given.first.flatMap(\.self).map { .some($0) }
    }

    /// Reads the name of a credential, which is the name of a file in a directory (systemd.exec(5)).
    private static func credential(_ value: DocumentValue) -> String? {
        guard let text = value.string() else { return nil }
        guard !text.contains("/"), text != ".", text != ".." else {
            value.refuse("expected the name of a credential without `/`, found \(QuotedText.of(text))")
            return nil
        }
        return text
    }

    private static func list<Item>(_ value: DocumentValue, _ item: (DocumentValue) -> Item?) -> [Item]? {
        guard let values = value.list(ofAtMost: maximumItems) else { return nil }
        let items = values.compactMap(item)
        return items.count == values.count ? items : nil
    }

    /// Reads a host pattern, optionally with a port: `*.partner.example`, `[2001:db8::1]:8443`.
    private static func host(_ value: DocumentValue) -> IdentityHost? {
        guard let text = value.string() else { return nil }
        guard let suffixes = PSLSuffixes() else {
            value.refuse("libpsl has no public suffix list; install the package publicsuffix")
            return nil
        }
        let (name, port) = split(text)
        guard let port else {
            value.refuse("expected a port from 1 to 65535 after the host, found \(QuotedText.of(text))")
            return nil
        }
        do throws(HostNameError) {
            return IdentityHost(try HostPattern(name, names: IDN2Names(), suffixes: suffixes), port: port)
        } catch {
            value.refuse("the host \(QuotedText.of(name)) \(error.reason)")
            return nil
        }
    }

    /// Returns the host without brackets, and the port; `.some(nil)` without a port, nil if the port is invalid.
    private static func split(_ text: String) -> (name: String, port: Int??) {
        let isBracketed = text.hasPrefix("[")
        let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
        guard let colon = text.lastIndex(of: ":"), isBracketed ? text[..<colon].hasSuffix("]") : colons == 1 else {
            return (text, .some(nil))
        }
        let name = isBracketed ? text[..<colon].dropFirst().dropLast() : text[..<colon]
        let port = Int(text[text.index(after: colon)...]).flatMap { (1...65535).contains($0) ? $0 : nil }
        return (String(name), port.map { .some($0) } ?? nil)
    }

    static func node(_ identity: IdentityConfiguration) -> DocumentNode {
        var entries: [(String, DocumentNode.Content)] =
            switch identity.source {
            case .pkcs12(let path): [("pkcs12", .string(path))]
            case .pem(let chain, let key): [("certificateChain", .string(chain)), ("privateKey", .string(key))]
            }
        switch identity.passphrase {
        case .file(let path): entries.append(("passphrase", DocumentNode(entries: [("file", .string(path))]).content))
        case .environment(let name):
            entries.append(("passphrase", DocumentNode(entries: [("environment", .string(name))]).content))
        case .credential(let name):
            entries.append(("passphrase", DocumentNode(entries: [("credential", .string(name))]).content))
        case nil: break
        }
        let texts = { (texts: [String]) in DocumentNode.Content.sequence(texts.map { DocumentNode(.string($0)) }) }
        if !identity.hosts.isEmpty { entries.append(("hosts", texts(identity.hosts.map(\.description)))) }
        if !identity.clients.isEmpty { entries.append(("clients", texts(identity.clients))) }
        entries.append(("digests", .bool(identity.digests)))
        entries.append(("allowReadableByOthers", .bool(identity.allowReadableByOthers)))
        return DocumentNode(entries: entries)
    }
}
