package import TrustModel

/// The destinations that may be reached: public addresses on port 80, and those that the operator allows.
package struct AllowedDestinations: Hashable, Sendable {
    private let names: Set<String>
    private let networks: [IPNetwork]

    /// The maximum number of entries.
    package static let maximumEntries = 1000

    /// Creates the rules from the entries of `network.allow`: DNS names, addresses, and networks such as 10.0.0.0/8.
    ///
    /// - Throws: ``AllowedDestinationError`` with the first invalid entry.
    package init(_ entries: [String]) throws(AllowedDestinationError) {
        guard entries.count <= Self.maximumEntries else {
            throw AllowedDestinationError(entry: "", reason: "there are more than \(Self.maximumEntries) entries")
        }
        var (names, networks): (Set<String>, [IPNetwork]) = ([], [])
        for entry in entries {
            switch try Self.entry(entry) {
            case .name(let name): names.insert(name)
            case .network(let network): networks.append(network)
            }
        }
        self.names = names
        self.networks = networks
    }

    private enum Entry {
        case name(String)
        case network(IPNetwork)
    }

    private static func entry(_ text: String) throws(AllowedDestinationError) -> Entry {
        if let network = IPNetwork(text) { return .network(network) }
        // The host of a URL is checked in the same way, so that an entry is compared with what is fetched.
        if text.utf8.allSatisfy(isNameByte), !text.hasSuffix("."), let url = try? FetchURL("http://\(text)/"),
            case .dns(let name) = url.host
        {
            return .name(name)
        }
        let reason =
            text.contains("/")
            ? "is not a network such as 10.0.0.0/8, whose address has no bits after the prefix"
            : "is not a DNS name in ASCII such as ocsp.example.com, an address, or a network such as 10.0.0.0/8"
        throw AllowedDestinationError(entry: text, reason: reason)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Whether the operator allows a host by its name or address.
    package func names(_ host: HostName) -> Bool {
        switch host {
        case .dns(let name): names.contains(name)
        case .ip(let address): networks.contains { $0.contains(address) }
        }
    }

    /// Whether a connection may be opened to an address for a URL.
    ///
    /// An allowed host may have any address, and an allowed address any name and port. Otherwise only public addresses on
    /// port 80 are reached.
    package func permits(_ address: IPAddress, port: UInt16, for host: HostName) -> Bool {
        if names(host) || names(.ip(address)) { return true }
        return port == 80 && PublicAddresses.contains(address)
    }
}

/// The reason why an entry of `network.allow` is invalid.
package struct AllowedDestinationError: Error, Hashable, Sendable {
    /// The entry; empty if the error is about the whole list.
    package let entry: String
    /// A predicate whose subject is the entry.
    package let reason: String
}
