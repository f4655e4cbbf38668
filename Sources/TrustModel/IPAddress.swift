/// An IP address in text form.
package enum IPAddress: Sendable, Hashable {
    case v4([UInt8])
    case v6([UInt8])

    /// Reads dotted decimal with exactly four parts and no leading zeros, or RFC 4291 text without a zone; nil for others.
    package init?(_ text: some StringProtocol) {
        if let octets = Self.parseV4(text) {
            self = .v4(octets)
        } else if let octets = Self.parseV6(text) {
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

    private static func parseV4(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let octets = parts.compactMap { part -> UInt8? in
            guard part.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), part.utf8.count == 1 || part.first != "0"
            else { return nil }
            return UInt8(part)
        }
        return octets.count == 4 ? octets : nil
    }

    private static func parseV6(_ text: some StringProtocol) -> [UInt8]? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }), text.contains(":") else { return nil }
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count <= 2, let head = parseGroups(halves[0], mayEndInV4: halves.count == 1) else { return nil }
        guard halves.count == 2 else { return head.count == 16 ? head : nil }
        guard let tail = parseGroups(halves[1], mayEndInV4: true), head.count + tail.count <= 14 else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func parseGroups(_ text: some StringProtocol, mayEndInV4: Bool) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        let groups = text.split(separator: ":", omittingEmptySubsequences: false)
        var octets: [UInt8] = []
        for (index, group) in groups.enumerated() {
            if mayEndInV4, index == groups.count - 1, group.contains(".") {
                guard let v4 = parseV4(group) else { return nil }
                octets += v4
            } else {
                guard (1...4).contains(group.utf8.count), group.allSatisfy(\.isHexDigit),
                    let value = UInt16(group, radix: 16)
                else { return nil }
                octets += [UInt8(value >> 8), UInt8(value & 0xFF)]
            }
        }
        return octets
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
        if octets[..<10].allSatisfy({ $0 == 0 }), octets[10] == 0xFF, octets[11] == 0xFF {
            // An IPv4-mapped address; people know its dotted form (RFC 5952 section 5).
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
