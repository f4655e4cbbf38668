/// An IP address, parsed from text.
package enum IPAddress: Sendable, Hashable {
    case v4([UInt8])
    case v6([UInt8])

    /// Parses dotted decimal (exactly four parts, no leading zeros) or RFC 4291 text without a zone; nil if invalid.
    package init?(_ text: String) {
        self.init(text[...])
    }

    /// Parses a substring like a string.
    package init?(_ text: Substring) {
        // The longest text has eight groups, the last two in dotted decimal.
        guard (2...45).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAddressByte) else { return nil }
        let bytes = Array(text.utf8)
        if let octets = Self.parseV4(bytes[...]) {
            self = .v4(octets)
        } else if let octets = Self.parseV6(bytes) {
            self = .v6(octets)
        } else {
            return nil
        }
    }

    /// The 4 or 16 octets in network order.
    package var octets: [UInt8] {
        switch self {
        case .v4(let octets), .v6(let octets): octets
        }
    }

    /// The IPv4 address of an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2); otherwise the address itself.
    package var unmapped: IPAddress {
        guard case .v6(let octets) = self, Self.isMapped(octets) else { return self }
        return .v4(Array(octets.suffix(4)))
    }

    private static func isMapped(_ octets: [UInt8]) -> Bool {
        octets[..<10].allSatisfy { $0 == 0 } && octets[10] == 0xFF && octets[11] == 0xFF
    }

    private static let period = UInt8(ascii: ".")
    private static let colon = UInt8(ascii: ":")

    /// Returns whether a byte may be part of an address, to reject DNS names early.
    private static func isAddressByte(_ byte: UInt8) -> Bool {
        hexadecimalDigit(byte) != nil || byte == period || byte == colon
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func parseV4(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: period, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let octets = parts.compactMap(decimal)
        return octets.count == 4 ? octets : nil
    }

    private static func decimal(_ text: ArraySlice<UInt8>) -> UInt8? {
        guard (1...3).contains(text.count), text.count == 1 || text.first != UInt8(ascii: "0") else { return nil }
        var value = 0
        for byte in text {
            guard let digit = hexadecimalDigit(byte), digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return UInt8(exactly: value)
    }

    private static func parseV6(_ text: [UInt8]) -> [UInt8]? {
        guard text.contains(colon) else { return nil }
        guard let gap = text.indices.dropLast().first(where: { text[$0] == colon && text[$0 + 1] == colon }) else {
            return parseGroups(text[...], mayEndInV4: true).flatMap { $0.count == 16 ? $0 : nil }
        }
        guard let head = parseGroups(text[..<gap], mayEndInV4: false),
            let tail = parseGroups(text[(gap + 2)...], mayEndInV4: true), head.count + tail.count <= 14
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func parseGroups(_ text: ArraySlice<UInt8>, mayEndInV4: Bool) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        let groups = text.split(separator: colon, omittingEmptySubsequences: false)
        var octets: [UInt8] = []
        for (index, group) in groups.enumerated() {
            if mayEndInV4, index == groups.count - 1, group.contains(period) {
                guard let v4 = parseV4(group) else { return nil }
                octets += v4
            } else {
                guard let value = hexadecimal(group) else { return nil }
                octets += [UInt8(value >> 8), UInt8(value & 0xFF)]
            }
        }
        return octets
    }

    private static func hexadecimal(_ text: ArraySlice<UInt8>) -> UInt16? {
        guard (1...4).contains(text.count) else { return nil }
        var value: UInt16 = 0
        for byte in text {
            guard let digit = hexadecimalDigit(byte) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}

extension IPAddress: CustomStringConvertible {
    /// Dotted decimal, or the canonical text of RFC 5952.
    package var description: String {
        switch self {
        case .v4(let octets): octets.map(String.init).joined(separator: ".")
        case .v6(let octets): Self.canonicalV6(octets)
        }
    }

    private static func canonicalV6(_ octets: [UInt8]) -> String {
        if isMapped(octets) {
            // An IPv4-mapped address is shown with its dotted part (RFC 5952 section 5).
            return "::ffff:" + octets[12...].map(String.init).joined(separator: ".")
        }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]) }
        var longest = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8 && groups[end] == 0 { end += 1 }
            if end - start > max(longest.count, 1) { longest = start..<end }
            start = end + 1
        }
        func text(_ range: Range<Int>) -> String {
            groups[range].map { String($0, radix: 16) }.joined(separator: ":")
        }
        return longest.isEmpty ? text(0..<8) : text(0..<longest.lowerBound) + "::" + text(longest.upperBound..<8)
    }
}
