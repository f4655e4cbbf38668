import StructuredDocuments
import TrustModel

/// A version 7 UUID (RFC 9562 section 5.7), which sorts by the time of the decision.
package struct DecisionID: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64

    /// Creates an identifier from a time in milliseconds since 1970 and 74 bits of two random words.
    init(milliseconds: UInt64, _ first: UInt64, _ second: UInt64) {
        high = milliseconds << 16 | 0x7000 | first & 0x0FFF
        low = 1 << 63 | second >> 2
    }

    /// Creates an identifier with bits from the system's random number generator.
    package init(milliseconds: UInt64) {
        var generator = SystemRandomNumberGenerator()
        self.init(milliseconds: milliseconds, generator.next(), generator.next())
    }

    /// Reads the text form, with hexadecimal digits of either case; returns nil for another text.
    package init?(_ text: String) {
        var (high, low, digits) = (UInt64(0), UInt64(0), 0)
        for (position, byte) in text.utf8.prefix(Self.length + 1).enumerated() {
            if [8, 13, 18, 23].contains(position) {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let value = byte.hexadecimalValue else { return nil }
                if digits < 16 { high = high << 4 | UInt64(value) } else { low = low << 4 | UInt64(value) }
                digits += 1
            }
        }
        guard text.utf8.count == Self.length else { return nil }
        self.high = high
        self.low = low
    }

    /// Returns a number that depends on all random bits and on a secret.
    func selection(_ secret: UInt64) -> UInt64 {
        DecisionIDSource.mixed(DecisionIDSource.mixed(low ^ secret) &+ secret)
    }

    /// The length of the text form.
    package static let length = 36

    /// Overwrites bytes with the text form.
    package func write(over bytes: inout [UInt8], at start: Int) {
        var text = bytes.mutableSpan
        Self.write(8, of: high >> 32, to: &text, at: start)
        Self.write(4, of: high >> 16, to: &text, at: start + 9)
        Self.write(4, of: high, to: &text, at: start + 14)
        Self.write(4, of: low >> 48, to: &text, at: start + 19)
        Self.write(12, of: low, to: &text, at: start + 24)
        for dash in stride(from: 8, through: 23, by: 5) { text[start + dash] = UInt8(ascii: "-") }
    }

    /// Writes the `count` least significant hexadecimal digits of a word.
    @inline(__always)
    private static func write(_ count: Int, of word: UInt64, to text: inout MutableSpan<UInt8>, at start: Int) {
        for digit in 0..<count {
            let value = word >> UInt64(4 * (count - 1 - digit)) & 15
            text[start + digit] = Hexadecimal.digit(UInt8(truncatingIfNeeded: value))
        }
    }
}

extension DecisionID: CustomStringConvertible {
    /// The text form of 36 characters.
    package var description: String {
        var bytes = [UInt8](repeating: 0, count: Self.length)
        write(over: &bytes, at: 0)
        return String(decoding: bytes, as: UTF8.self)
    }
}
