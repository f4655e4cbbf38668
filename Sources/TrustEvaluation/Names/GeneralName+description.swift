package import TrustModel

extension GeneralName {
    /// The name in its usual notation, unabbreviated.
    var text: String {
        switch self {
        case .dns(let text), .email(let text), .uri(let text): text
        case .ip(let octets) where octets.count == 4: IPAddress.v4(octets).description
        case .ip(let octets) where octets.count == 16: IPAddress.v6(octets).description
        case .ip(let octets): Hexadecimal.encode(octets.prefix(64))
        case .directory(let name): name.description
        case .otherName, .registeredID, .other:
            undecoded.map { "[\($0.tag)] " + Hexadecimal.encode($0.content.prefix(64)) } ?? ""
        }
    }

    /// The name for messages: truncated if it is long, with control characters escaped.
    var abbreviated: String { VisibleText.escaped(excerpt) }

    /// The name in quotes that it cannot end.
    var quoted: String { VisibleText.quoted(excerpt) }

    /// The kind and the name, such as `DNS name "example.com"`.
    package var labeled: String { "\(kindName) \(quoted)" + (excerpt.isEmpty ? " (empty)" : "") }

    /// The first characters of the name; directory names have a bounded length.
    var excerpt: String {
        guard !isDirectory, text.utf8.count > Self.maximumCharacters else { return text }
        let start = text.unicodeScalars.prefix(Self.maximumCharacters)
        return start.endIndex == text.unicodeScalars.endIndex ? text : String(start) + "…"
    }

    private static let maximumCharacters = 256

    /// The base of a name constraint; a network is an address with its prefix length.
    var subtree: String {
        guard case .ip(let octets) = self, NameSyntax.isNetwork(octets) else { return excerpt }
        let half = octets.count / 2
        let address = half == 4 ? IPAddress.v4(Array(octets.prefix(half))) : .v6(Array(octets.prefix(half)))
        return "\(address)/\(octets.suffix(half).reduce(0) { $0 + $1.nonzeroBitCount })"
    }

    var kindName: String {
        switch self {
        case .dns: "DNS name"
        case .ip: "IP address"
        case .email: "mailbox"
        case .uri: "URI"
        case .directory: "directory name"
        case .otherName, .registeredID, .other: "other name"
        }
    }

    func isOfSameKind(as other: GeneralName) -> Bool {
        switch (self, other) {
        case (.otherName(let type, _), .otherName(let otherType, _)): type == otherType
        case (.otherName, _), (_, .otherName), (.registeredID, .other), (.other, .registeredID): false
        case (.other(let tag, _), .other(let otherTag, _)): tag == otherTag
        default: kindName == other.kindName
        }
    }

    private var isDirectory: Bool {
        if case .directory = self { true } else { false }
    }
}
