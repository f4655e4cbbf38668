package import TrustModel

/// The addresses with a common prefix, such as 10.0.0.0/8.
package struct IPNetwork: Hashable, Sendable {
    // Octets instead of an enumeration with octets: the leak detector cannot see those, and reports the tables of networks.
    private let octets: [UInt8]
    /// The number of common bits.
    package let bits: Int

    /// Parses `ADDRESS/BITS`, or an address, which is a network of one; nil if it is invalid, or has bits after the prefix.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(parts[0]) else { return nil }
        let width = address.octets.count * 8
        var bits = width
        if parts.count == 2 {
            guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(parts[1]), number <= width, String(number) == parts[1]
            else { return nil }
            bits = number
        }
        self.init(address, bits: bits)
        guard Self.prefix(of: address.octets, bits: bits) == address.octets else { return nil }
    }

    /// The first address.
    package var address: IPAddress { octets.count == 4 ? .v4(octets) : .v6(octets) }

    private init(_ address: IPAddress, bits: Int) {
        octets = address.octets
        self.bits = bits
    }

    /// Whether an address is in this network; an IPv4-mapped IPv6 address is in the networks of its IPv4 address.
    package func contains(_ other: IPAddress) -> Bool {
        let (own, octets) = (address.unmapped.octets, other.unmapped.octets)
        let bits = own.count == address.octets.count ? bits : max(0, bits - 96)
        return own.count == octets.count && Self.prefix(of: octets, bits: bits) == Self.prefix(of: own, bits: bits)
    }

    private static func prefix(of octets: [UInt8], bits: Int) -> [UInt8] {
        octets.enumerated().map { index, octet in
            let kept = min(8, max(0, bits - 8 * index))
            return kept == 0 ? 0 : octet & (0xFF << UInt8(8 - kept))
        }
    }
}

extension IPNetwork: CustomStringConvertible {
    /// The address, with the number of bits unless the network has one address.
    package var description: String {
        bits == address.octets.count * 8 ? "\(address)" : "\(address)/\(bits)"
    }
}
