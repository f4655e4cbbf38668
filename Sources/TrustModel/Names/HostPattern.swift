package import TrustModel

/// The pattern of the hosts that a rule matches.
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
