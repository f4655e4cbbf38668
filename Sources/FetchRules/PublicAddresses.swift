package import TrustModel

/// The addresses of the public Internet.
///
/// Source: the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890). A network that they do not mark as
/// globally reachable is not public, nor are multicast addresses and the networks that lead to IPv4 addresses (6to4, NAT64).
package enum PublicAddresses {
    /// Whether a server of the public Internet can have an address.
    ///
    /// An IPv4-mapped IPv6 address is public if its IPv4 address is: a socket that connects to it uses IPv4.
    package static func contains(_ address: IPAddress) -> Bool {
        let address = address.unmapped
        if case .v6 = address, !globalUnicast.contains(where: { $0.contains(address) }) { return false }
        return !excluded.contains { $0.contains(address) } || exceptions.contains { $0.contains(address) }
    }

    /// The only IPv6 network from which IANA has assigned global unicast addresses (RFC 4291 section 2.4).
    private static let globalUnicast = networks(["2000::/3"])

    private static let excluded = networks([
        "0.0.0.0/8",  // this network (RFC 791)
        "10.0.0.0/8",  // private use (RFC 1918)
        "100.64.0.0/10",  // shared address space (RFC 6598)
        "127.0.0.0/8",  // loopback (RFC 1122)
        "169.254.0.0/16",  // link-local, where clouds serve metadata (RFC 3927)
        "172.16.0.0/12",  // private use (RFC 1918)
        "192.0.0.0/24",  // protocol assignments (RFC 6890)
        "192.0.2.0/24",  // documentation (RFC 5737)
        "192.88.99.0/24",  // 6to4 relays (RFC 7526)
        "192.168.0.0/16",  // private use (RFC 1918)
        "198.18.0.0/15",  // benchmarking (RFC 2544)
        "198.51.100.0/24",  // documentation (RFC 5737)
        "203.0.113.0/24",  // documentation (RFC 5737)
        "224.0.0.0/4",  // multicast (RFC 5771)
        "240.0.0.0/4",  // reserved, and broadcast (RFC 1112)
        "2001::/23",  // protocol assignments, Teredo among them (RFC 2928)
        "2001:db8::/32",  // documentation (RFC 3849)
        "2002::/16",  // 6to4, which contains IPv4 addresses (RFC 3056)
        "3fff::/20",  // documentation (RFC 9637)
    ])

    /// The parts of excluded networks that the registries mark as globally reachable.
    private static let exceptions = networks([
        "192.0.0.9", "192.0.0.10", "2001:1::1", "2001:1::2", "2001:1::3", "2001:3::/32", "2001:4:112::/48",
        "2001:20::/28", "2001:30::/28",
    ])

    private static func networks(_ texts: [String]) -> [IPNetwork] {
        texts.map { text in
            guard let network = IPNetwork(text) else { preconditionFailure("\(text) is a network") }
            return network
        }
    }
}
