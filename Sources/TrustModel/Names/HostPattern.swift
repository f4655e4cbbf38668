/// A pattern of host names, in the rules of a policy set and in a list of clients.
package enum HostPattern: Sendable, Hashable {
    case exact(HostName)
    /// Names with exactly one label before this name (`*.example.com`).
    case oneLabelBefore(String)
    /// Names with one or more labels before this name (`**.example.com`).
    case labelsBefore(String)

    /// Parses a pattern and normalizes its name like a host.
    ///
    /// - Parameters:
    ///   - text: The pattern as written.
    ///   - names: Converts U-labels.
    ///   - suffixes: The public suffixes, including those of companies; wildcards directly before them are errors.
    /// - Throws: ``HostNameError`` with a clause that follows "the host". A wildcard must be the whole first label, and
    ///   must not be directly before a public suffix or an address.
    package init(
        _ text: String,
        names: any InternationalizedNames,
        suffixes: any PublicSuffixes
    ) throws(HostNameError) {
        guard text != "*", text != "**" else { throw HostNameError("is only a wildcard: use the key `otherwise`") }
        let wildcard = ["**.", "*."].first { text.hasPrefix($0) }
        let rest = String(text.dropFirst(wildcard?.count ?? 0))
        guard !rest.contains("*") else {
            throw HostNameError("has a wildcard that is not its whole first label")
        }
        let host = try HostName(rest, names: names)
        if wildcard != nil, case .dns(let name) = host, suffixes.isPublicSuffix(name, in: .all) {
            throw HostNameError(
                "has a wildcard before the public suffix `\(name)`, under which anyone can register names"
            )
        }
        switch (wildcard, host) {
        case (nil, _): self = .exact(host)
        case ("*.", .dns(let name)): self = .oneLabelBefore(name)
        case (_, .dns(let name)): self = .labelsBefore(name)
        case (_, .ip): throw HostNameError("has a wildcard before an IP address")
        }
    }
}

extension HostPattern {
    /// Whether a DNS name of a certificate matches; the case of ASCII letters is ignored.
    ///
    /// A name with an empty label or with characters other than letters, digits, hyphens and underscores never matches.
    /// So a wildcard in a certificate matches no pattern, because it does not name one host.
    package func matches(dnsName: String) -> Bool {
        let name = dnsName.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isLabelByte) }) else { return false }
        switch self {
        case .exact(.dns(let host)): return name.elementsEqual(host.utf8)
        case .exact(.ip): return false
        case .oneLabelBefore(let parent): return labels.dropFirst().joined(separator: [0x2E]).elementsEqual(parent.utf8)
        case .labelsBefore(let parent):
            return name.count > parent.utf8.count && name.reversed().starts(with: (".\(parent)").utf8.reversed())
        }
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }
}

extension HostPattern: CustomStringConvertible {
    /// The normalized pattern.
    package var description: String {
        switch self {
        case .exact(let host): host.description
        case .oneLabelBefore(let name): "*.\(name)"
        case .labelsBefore(let name): "**.\(name)"
        }
    }
}
