/// An ASN.1 object identifier.
package struct OID: Sendable, Hashable {
    /// The DER content octets, without tag and length (X.690 section 8.19).
    package let der: [UInt8]

    /// Takes DER content octets; nil where they do not spell an object identifier.
    package init?(der: some BidirectionalCollection<UInt8>) {
        guard let last = der.last, last & 0x80 == 0 else { return nil }
        var startsArc = true
        for byte in der {
            if startsArc && byte == 0x80 { return nil }
            startsArc = byte & 0x80 == 0
        }
        self.der = Array(der)
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
        der = Self.encode([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2))
    }

    /// Makes an identifier from arcs that the program itself knows.
    package init(_ arcs: UInt64...) {
        precondition(arcs.count >= 2 && arcs[0] <= 2, "an object identifier has two arcs or more")
        der = Self.encode([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2))
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

extension OID {
    /// The text for messages: an identifier of more than 128 characters, which no standard has, is cut.
    package var abbreviated: String {
        guard der.count > 32 else { return description }
        let text = OID(der: der.prefix(32).dropLast() + [0])?.description ?? "an object identifier"
        return text.prefix(128) + "…"
    }
}
