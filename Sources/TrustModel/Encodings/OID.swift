/// An ASN.1 object identifier of at most 64 octets, far longer than any standard's.
package struct OID: Sendable {
    /// How many octets an identifier may have: messages and lists repeat them, and certificates choose them.
    package static let maximumLength = 64

    // 24 bytes for the first fifteen octets, which nearly all identifiers fit into, and a reference to the octets behind them:
    // certificates have dozens of identifiers, and caches have thousands of certificates.
    /// The first eight octets, the first one in the highest place; zeros behind the last one.
    private let head: UInt64
    /// The next seven octets in the same order, and in the lowest place the number of all octets.
    private let tail: UInt64
    /// The octets from the sixteenth on; nil if there are none.
    private let rest: Rest?

    private final class Rest: Sendable {
        let octets: [UInt8]

        init(_ octets: [UInt8]) {
            self.octets = octets
        }
    }

    private static let countInline = 15

    /// Takes DER content octets; nil where they do not spell an object identifier.
    package init?(der: Span<UInt8>) {
        guard !der.isEmpty, der.count <= Self.maximumLength, der[der.count - 1] & 0x80 == 0 else { return nil }
        var (head, tail) = (UInt64(0), UInt64(der.count))
        var rest: [UInt8] = []
        var startsArc = true
        for position in der.indices {
            let octet = der[position]
            if startsArc && octet == 0x80 { return nil }
            startsArc = octet & 0x80 == 0
            let shift = UInt64(56 - 8 * (position & 7))
            if position < 8 {
                head |= UInt64(octet) &<< shift
            } else if position < Self.countInline {
                tail |= UInt64(octet) &<< shift
            } else {
                rest.append(octet)
            }
        }
        self.head = head
        self.tail = tail
        self.rest = rest.isEmpty ? nil : Rest(rest)
    }

    /// The number of octets.
    private var count: Int { Int(tail & 0xFF) }

    /// The DER content octets, without tag and length (X.690 section 8.19).
    package var der: [UInt8] {
        let inline = (0..<min(count, Self.countInline)).map { position in
            UInt8(truncatingIfNeeded: (position < 8 ? head : tail) &>> UInt64(56 - 8 * (position & 7)))
        }
        return inline + (rest?.octets ?? [])
    }

    /// Whether the identifier is another one with arcs after it.
    package func isBelow(_ other: OID) -> Bool {
        count > other.count && der.starts(with: other.der)
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
        self.init(der: octets.span)
    }

    /// Makes an identifier from arcs that the program itself knows.
    package init(_ arcs: UInt64...) {
        precondition(arcs.count >= 2 && arcs[0] <= 2, "an object identifier has two arcs or more")
        let octets = Self.encode([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2))
        guard let made = OID(der: octets.span) else {
            preconditionFailure("the program knows no longer object identifiers")
        }
        self = made
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
        guard left.head == right.head, left.tail == right.tail else { return false }
        // The lengths are equal, so that both have more octets or none.
        guard let others = left.rest, let same = right.rest else { return true }
        return others.octets == same.octets
    }

    /// Hashes the octets.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        hasher.combine(tail)
        if let rest { hasher.combine(rest.octets) }
    }
}

extension OID: Comparable {
    /// The order of the first fifteen octets, then of the lengths, then of the other octets.
    package static func < (left: OID, right: OID) -> Bool {
        if left.head != right.head { return left.head < right.head }
        if left.tail != right.tail { return left.tail < right.tail }
        guard let others = left.rest, let same = right.rest else { return false }
        return others.octets.lexicographicallyPrecedes(same.octets)
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
