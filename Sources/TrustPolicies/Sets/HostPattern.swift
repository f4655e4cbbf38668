package import TrustModel

/// Which hosts a rule is for.
package enum HostPattern: Sendable, Hashable {
    /// This name or address only.
    case exact(HostName)
    /// Names with exactly one label before these (`*.example.com`).
    case oneLabelBefore(String)
    /// Names with one label or more before these (`**.example.com`).
    case labelsBefore(String)

    /// Reads a pattern, its name normalised as hosts are.
    ///
    /// - Parameters:
    ///   - text: the pattern as written.
    ///   - names: converts U-labels.
    ///   - suffixes: the names that no wildcard stands before, those of companies included.
    /// - Throws: why the text is no pattern: a clause that follows "the host". A wildcard is a whole first label, stands
    ///   before a name and not before an address, and never alone; it reaches across no public suffix, below which names
    ///   belong to anybody.
    package init(
        _ text: String,
        names: any InternationalizedNames,
        suffixes: any PublicSuffixes
    ) throws(HostNameError) {
        guard text != "*", text != "**" else { throw HostNameError("is a wildcard alone: use `otherwise`") }
        let wildcard = ["**.", "*."].first { text.hasPrefix($0) }
        let rest = String(text.dropFirst(wildcard?.count ?? 0))
        guard !rest.contains("*") else {
            throw HostNameError("has a wildcard that is not its whole first label")
        }
        let host = try HostName(rest, names: names)
        if wildcard != nil, case .dns(let name) = host, suffixes.isPublicSuffix(name, in: .all) {
            throw HostNameError(
                "has a wildcard before the public suffix `\(name)`, below which names belong to anybody"
            )
        }
        switch (wildcard, host) {
        case (nil, _): self = .exact(host)
        case ("*.", .dns(let name)): self = .oneLabelBefore(name)
        case (_, .dns(let name)): self = .labelsBefore(name)
        case (_, .ip): throw HostNameError("has a wildcard before an address")
        }
    }
}

extension HostPattern: CustomStringConvertible {
    /// The normalised pattern.
    package var description: String {
        switch self {
        case .exact(let host): host.description
        case .oneLabelBefore(let name): "*.\(name)"
        case .labelsBefore(let name): "**.\(name)"
        }
    }
}
