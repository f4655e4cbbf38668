import TrustModel

/// A UUID of version 7 (RFC 9562 section 5.7): time-ordered, so that decisions sort by when they were made.
package struct DecisionID: Sendable, Hashable, CustomStringConvertible {
    /// The text form, 36 characters.
    package let description: String

    /// Makes an identifier from a time in milliseconds since 1970 and randomness from the system's generator.
    package init(milliseconds: UInt64) {
        var generator = SystemRandomNumberGenerator()
        let high = milliseconds << 16 | 0x7000 | generator.next() & 0x0FFF
        let low = 1 << 63 | generator.next() >> 2
        var bytes: [UInt8] = []
        for word in [high, low] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) { bytes.append(UInt8(word >> shift & 0xFF)) }
        }
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hexadecimal.encode(bytes[$0]) }
        description = groups.joined(separator: "-")
    }
}
