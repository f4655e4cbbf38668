/// An ASN.1 object identifier of at most 64 octets, far more than any standard needs.
package struct OID: Sendable {
    /// The maximum number of octets; it limits messages and lists, which repeat identifiers from certificates.
    package static let maximumLength = 64

    // A value has 24 bytes: the first fifteen octets, which suffice for nearly all identifiers, and a reference to the
    // rest. Memory matters because caches have thousands of certificates with dozens of identifiers each.
    /// The first eight octets, the first one in the high byte, padded with zeros.
    private let head: UInt64
    /// The ninth to fifteenth octets in the seven high bytes; the low byte is the total number of octets.
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

    /// Creates an identifier from DER content octets; nil if they are not a valid OBJECT IDENTIFIER.
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

    private var count: Int { Int(tail & 0xFF) }

    /// The DER content octets, without tag and length (X.690 section 8.19).
    package var der: [UInt8] {
        let inline = (0..<min(count, Self.countInline)).map { position in
            UInt8(truncatingIfNeeded: (position < 8 ? head : tail) &>> UInt64(56 - 8 * (position & 7)))
        }
        return inline + (rest?.octets ?? [])
    }

    /// Returns whether the identifier begins with all arcs of another one and has further arcs.
    package func isBelow(_ other: OID) -> Bool {
        guard count > other.count else { return false }
        guard other.count > 8 else { return (head ^ other.head) >> UInt64(64 - 8 * other.count) == 0 }
        return der.starts(with: other.der)
    }

    /// Creates an identifier from constant arcs.
    package init(_ arcs: UInt64...) {
        precondition(arcs.count >= 2 && arcs[0] <= 2, "an object identifier needs at least two arcs")
        let octets = Self.encode([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2))
        guard let made = OID(der: octets.span) else {
            preconditionFailure("a constant object identifier exceeds 64 octets")
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
    /// Compares the octets.
    package static func == (left: OID, right: OID) -> Bool {
        guard left.head == right.head, left.tail == right.tail else { return false }
        // The lengths are equal, so either both identifiers have further octets or neither has.
        guard let others = left.rest, let same = right.rest else { return true }
        return others.octets == same.octets
    }

    /// Matches a pattern of a `switch`; the operator of the library is generic, and slow for lists of patterns.
    package static func ~= (pattern: OID, value: OID) -> Bool { pattern == value }

    /// Hashes the octets.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        hasher.combine(tail)
        if let rest { hasher.combine(rest.octets) }
    }
}

extension OID: Comparable {
    /// Orders by the first fifteen octets, then the lengths, then the remaining octets.
    package static func < (left: OID, right: OID) -> Bool {
        if left.head != right.head { return left.head < right.head }
        if left.tail != right.tail { return left.tail < right.tail }
        guard let others = left.rest, let same = right.rest else { return false }
        return others.octets.lexicographicallyPrecedes(same.octets)
    }
}
