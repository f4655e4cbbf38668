extension DERWriter {
    /// The encoding of NULL.
    package static let null: [UInt8] = [0x05, 0x00]

    /// Writes a BOOLEAN; true is 0xFF (X.690 section 11.1).
    package static func boolean(_ value: Bool) -> [UInt8] {
        element(0x01, [value ? 0xFF : 0x00])
    }

    /// Writes an INTEGER from a Swift integer, in the fewest octets.
    package static func integer(_ value: Int) -> [UInt8] {
        var octets = bigEndianOctets(of: value)
        while octets.count > 1, isRedundantSign(octets[0], before: octets[1]) {
            octets.removeFirst()
        }
        return integer(content: octets)
    }

    /// Writes a non-negative INTEGER from its magnitude, most significant octet first.
    package static func integer(magnitude: [UInt8]) -> [UInt8] {
        let digits = Array(magnitude.drop { $0 == 0 })
        let needsSignOctet = (digits.first ?? 0x80) >= 0x80
        return integer(content: needsSignOctet ? [0] + digits : digits)
    }

    /// Writes an INTEGER from its content octets, which may be negative, overlong or empty.
    package static func integer(content: [UInt8]) -> [UInt8] {
        element(0x02, content)
    }

    /// Writes an ENUMERATED from a Swift integer of 0 to 127.
    package static func enumerated(_ value: UInt8) -> [UInt8] {
        element(0x0A, [value])
    }

    /// Writes an OCTET STRING.
    package static func octetString(_ content: [UInt8]) -> [UInt8] {
        element(0x04, content)
    }

    /// Writes a BIT STRING; `unusedBits` is written unchecked, 0 to 7 being valid (X.690 section 8.6.2).
    package static func bitString(_ content: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
        element(0x03, [unusedBits] + content)
    }

    /// Writes a BIT STRING of named bits, bit 0 first, without trailing zero bits (X.690 section 11.2.2).
    ///
    /// - Parameter bits: bit *n* of the type is bit *n* of this number, counted from the least significant.
    /// - Returns: the element.
    package static func namedBitString(_ bits: UInt16) -> [UInt8] {
        let count = UInt16.bitWidth - bits.leadingZeroBitCount
        var octets = [UInt8](repeating: 0, count: (count + 7) / 8)
        for bit in 0..<count where bits & (1 << bit) != 0 {
            octets[bit / 8] |= 0x80 >> (bit % 8)
        }
        return bitString(octets, unusedBits: UInt8(octets.count * 8 - count))
    }

    private static func bigEndianOctets(of value: Int) -> [UInt8] {
        stride(from: Int.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func isRedundantSign(_ octet: UInt8, before next: UInt8) -> Bool {
        (octet == 0x00 && next < 0x80) || (octet == 0xFF && next >= 0x80)
    }
}
