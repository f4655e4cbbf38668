/// An ASN.1 object identifier of at most 64 octets, far longer than any standard's.
package struct OID: Sendable {
    /// How many octets an identifier may have: messages and lists repeat them, and certificates choose them.
    package static let maximumLength = 64

    // Nearly all have sixteen octets at most, which two words hold without an allocation.
    private let first: UInt64
    private let second: UInt64
    private let count: UInt8
    private let rest: [UInt8]

    /// Takes DER content octets; nil where they do not spell an object identifier.
    package init?(der: ArraySlice<UInt8>) {
        guard let last = der.last, last & 0x80 == 0, der.count <= Self.maximumLength else { return nil }
        var startsArc = true
        for byte in der {
            if startsArc && byte == 0x80 { return nil }
            startsArc = byte & 0x80 == 0
        }
        self.init(octets: der)
    }

    private init(octets: ArraySlice<UInt8>) {
        var words: (UInt64, UInt64) = (0, 0)
        var shift: UInt64 = 56
        var position = 0
        for byte in octets.prefix(16) {
            if position < 8 { words.0 |= UInt64(byte) << shift } else { words.1 |= UInt64(byte) << shift }
            position += 1
            shift = shift == 0 ? 56 : shift - 8
        }
        first = words.0
        second = words.1
        count = UInt8(octets.count)
        rest = octets.count > 16 ? Array(octets.dropFirst(16)) : []
    }

    /// The DER content octets, without tag and length (X.690 section 8.19).
    package var der: [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(Int(count))
        for position in 0..<min(Int(count), 16) {
            let word = position < 8 ? first : second
            octets.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * (position & 7))))
        }
        return octets + rest
    }

    /// Takes dotted decimal text, such as `2.5.29.32.0`; nil for anything else, arcs of 2⁶³ and more included.
    package init?(dotted text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let arcs = parts.compactMap { part in
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt64(part) : nil
        }
        guard arcs.count == parts.count, arcs.count >= 2, arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40,
            arcs.allSatisfy({ $0 < 1 << 63 - 80 })
        else { return nil }
        let octets = Self.encode([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2))
        guard octets.count <= Self.maximumLength else { return nil }
        self.init(octets: octets[...])
    }

    /// Makes an identifier from arcs that the program itself knows.
    package init(_ arcs: UInt64...) {
        precondition(arcs.count >= 2 && arcs[0] <= 2, "an object identifier has two arcs or more")
        let octets = Self.encode([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2))
        precondition(octets.count <= Self.maximumLength, "the program knows no longer object identifiers")
        self.init(octets: octets[...])
    }

    private static func encode(_ arcs: [UInt64]) -> [UInt8] {
        arcs.flatMap { arc in
            var octets = [UInt8(arc & 0x7F)]
            var rest = arc >> 7
            while rest > 0 {
                octets.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            return octets.reversed()
        }
    }
}

extension OID: Hashable {
    /// Identifiers are equal when their octets are.
    package static func == (left: OID, right: OID) -> Bool {
        left.first == right.first && left.second == right.second && left.count == right.count
            && (left.count <= 16 || left.rest == right.rest)
    }

    /// Hashes the octets.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(first)
        hasher.combine(second)
        if count > 16 { hasher.combine(rest) }
    }
}

extension OID: Comparable {
    /// The order of the first sixteen octets, then of the lengths, then of the other octets.
    package static func < (left: OID, right: OID) -> Bool {
        if left.first != right.first { return left.first < right.first }
        if left.second != right.second { return left.second < right.second }
        if left.count != right.count { return left.count < right.count }
        return left.rest.lexicographicallyPrecedes(right.rest)
    }
}

extension OID: CustomStringConvertible {
    /// Dotted decimal; an arc of more than 64 bits is shown in hexadecimal.
    package var description: String {
        var arcs: [String] = []
        var arc: [UInt8] = []
        for byte in der {
            arc.append(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            let value = arc.count <= 9 ? arc.reduce(UInt64(0)) { $0 << 7 | UInt64($1) } : nil
            if let value, arcs.isEmpty {
                let first = min(value / 40, 2)
                arcs = ["\(first)", "\(value - first * 40)"]
            } else {
                arcs.append(value.map(String.init) ?? "0x" + Hexadecimal.encode(arc))
            }
            arc = []
        }
        return arcs.joined(separator: ".")
    }
}
