/// An ASN.1 object identifier of at most 64 octets, far longer than any standard's.
package struct OID: Sendable {
    /// How many octets an identifier may have: messages and lists repeat them, and certificates choose them.
    package static let maximumLength = 64

    // Words hold the longest without an allocation, so that a copy counts no references: rules copy identifiers far more
    // often than they make them. Nearly all have sixteen octets at most, which the first two hold.
    private let words: InlineArray<8, UInt64>
    private let count: UInt8

    /// Takes DER content octets; nil where they do not spell an object identifier.
    package init?(der: Span<UInt8>) {
        guard !der.isEmpty, der.count <= Self.maximumLength, der[der.count - 1] & 0x80 == 0 else { return nil }
        var words = InlineArray<8, UInt64>(repeating: 0)
        var startsArc = true
        for position in der.indices {
            let octet = der[position]
            if startsArc && octet == 0x80 { return nil }
            startsArc = octet & 0x80 == 0
            words[position >> 3] |= UInt64(octet) &<< UInt64(56 - 8 * (position & 7))
        }
        self.words = words
        count = UInt8(der.count)
    }

    /// The DER content octets, without tag and length (X.690 section 8.19).
    package var der: [UInt8] {
        (0..<Int(count)).map { position in
            UInt8(truncatingIfNeeded: words[position >> 3] &>> UInt64(56 - 8 * (position & 7)))
        }
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
        guard left.words[0] == right.words[0], left.words[1] == right.words[1], left.count == right.count else {
            return false
        }
        return left.count <= 16 || !differ(left, right)
    }

    /// Hashes the octets.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words[0])
        hasher.combine(words[1])
        guard count > 16 else { return }
        for position in 2..<8 { hasher.combine(words[position]) }
    }

    /// Whether identifiers differ behind the sixteenth octet.
    private static func differ(_ left: OID, _ right: OID) -> Bool {
        (2..<8).contains { left.words[$0] != right.words[$0] }
    }
}

extension OID: Comparable {
    /// The order of the first sixteen octets, then of the lengths, then of the other octets.
    package static func < (left: OID, right: OID) -> Bool {
        if left.words[0] != right.words[0] { return left.words[0] < right.words[0] }
        if left.words[1] != right.words[1] { return left.words[1] < right.words[1] }
        if left.count != right.count { return left.count < right.count }
        // Of the same length, so that the words are ordered as the octets are.
        guard let other = (2..<8).first(where: { left.words[$0] != right.words[$0] }) else { return false }
        return left.words[other] < right.words[other]
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
