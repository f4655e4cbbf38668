import TrustModel

/// A UUID of version 7 (RFC 9562 section 5.7): time-ordered, so that decisions sort by when they were made.
package struct DecisionID: Sendable, Hashable {
    /// The first eight octets.
    private let high: UInt64
    /// The last eight octets.
    private let low: UInt64

    /// Takes a time in milliseconds since 1970, and 74 random bits from two words.
    init(milliseconds: UInt64, _ first: UInt64, _ second: UInt64) {
        high = milliseconds << 16 | 0x7000 | first & 0x0FFF
        low = 1 << 63 | second >> 2
    }

    /// Makes an identifier with randomness from the system's generator.
    package init(milliseconds: UInt64) {
        var generator = SystemRandomNumberGenerator()
        self.init(milliseconds: milliseconds, generator.next(), generator.next())
    }

    /// The length of the text form.
    static let length = 36

    /// Writes the text form over that of another.
    func write(over bytes: inout [UInt8], at start: Int) {
        var span = bytes.mutableSpan
        var position = start
        for digit in 0..<32 {
            if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                span[position] = UInt8(ascii: "-")
                position += 1
            }
            let word = digit < 16 ? high : low
            span[position] = Hexadecimal.digit(UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (digit & 15)) & 15))
            position += 1
        }
    }
}

extension DecisionID: CustomStringConvertible {
    /// The text form, 36 characters.
    package var description: String {
        var bytes = [UInt8](repeating: 0, count: Self.length)
        write(over: &bytes, at: 0)
        return String(decoding: bytes, as: UTF8.self)
    }
}
