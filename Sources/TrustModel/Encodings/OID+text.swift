/// Dotted decimal text (X.660 section 7.6), with arcs of any size, such as UUIDs below 2.25.
extension OID {
    /// The maximum number of characters of an identifier of ``maximumLength`` octets.
    private static let maximumCharacters = 4 * maximumLength

    /// Parses dotted decimal text, such as `2.5.29.32.0`; nil if it is invalid or has too many octets.
    package init?(dotted text: String) {
        guard text.utf8.count <= Self.maximumCharacters else { return nil }
        let arcs = text.split(separator: ".", omittingEmptySubsequences: false)
        let isDecimal = arcs.allSatisfy { arc in
            !arc.isEmpty && arc.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard isDecimal, arcs.count >= 2, let first = UInt8(arcs[0]), first <= 2 else { return nil }
        // The first octets encode the first two arcs as one number (X.690 section 8.19.4).
        guard first == 2 || UInt8(arcs[1]).map({ $0 < 40 }) ?? false else { return nil }
        let octets = Self.encode(arcs[1], adding: first * 40) + arcs.dropFirst(2).flatMap { Self.encode($0) }
        self.init(der: octets.span)
    }

    /// Returns the base-128 octets of a decimal number plus an addend, all but the last with the high bit.
    private static func encode(_ decimal: Substring, adding addend: UInt8 = 0) -> [UInt8] {
        var groups: [UInt8] = [0]
        for digit in decimal.utf8 { multiply(&groups, by: 10, adding: digit & 0x0F) }
        multiply(&groups, by: 1, adding: addend)
        while groups.count > 1, groups.last == 0 { groups.removeLast() }
        let (last, others) = (groups[0], groups.dropFirst())
        return others.reversed().map { $0 | 0x80 } + [last]
    }

    /// Multiplies a number, seven bits per element, the least significant first.
    private static func multiply(_ groups: inout [UInt8], by factor: Int, adding addend: UInt8) {
        var carry = Int(addend)
        for position in groups.indices {
            let value = Int(groups[position]) * factor + carry
            groups[position] = UInt8(value & 0x7F)
            carry = value >> 7
        }
        if carry > 0 { groups.append(UInt8(carry)) }
    }
}

extension OID: CustomStringConvertible {
    /// Dotted decimal.
    package var description: String {
        var arcs: [String] = []
        var groups: [UInt8] = []
        for octet in der {
            groups.append(octet & 0x7F)
            guard octet & 0x80 == 0 else { continue }
            arcs += arcs.isEmpty ? Self.firstArcs(groups) : [Self.decimal(groups)]
            groups = []
        }
        return arcs.joined(separator: ".")
    }

    /// Returns the two arcs that the first number encodes.
    private static func firstArcs(_ groups: [UInt8]) -> [String] {
        if groups.count == 1, groups[0] < 80 { return ["\(groups[0] / 40)", "\(groups[0] % 40)"] }
        var rest = groups
        var borrow = 80
        for position in rest.indices.reversed() {
            let value = Int(rest[position]) - borrow
            rest[position] = UInt8(value & 0x7F)
            borrow = value < 0 ? 1 : 0
        }
        return ["2", decimal(rest)]
    }

    /// Returns the decimal digits of a number, seven bits per element, the most significant first.
    private static func decimal(_ groups: [UInt8]) -> String {
        if groups.count <= 9 { return String(groups.reduce(UInt64(0)) { $0 << 7 | UInt64($1) }) }
        // Nine digits per element, the least significant first.
        var digits: [UInt64] = [0]
        for group in groups {
            var carry = UInt64(group)
            for position in digits.indices {
                let value = digits[position] << 7 | carry
                (carry, digits[position]) = value.quotientAndRemainder(dividingBy: base)
            }
            if carry > 0 { digits.append(carry) }
        }
        let text = digits.reversed().map { String(base + $0).dropFirst() }.joined().drop { $0 == "0" }
        return text.isEmpty ? "0" : String(text)
    }

    private static let base: UInt64 = 1_000_000_000
}
