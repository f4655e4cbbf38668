/// Hosts that end in a number, which clients read as IPv4 addresses.
///
/// See the "ends in a number checker" and the "IPv4 parser" of the WHATWG URL standard.
enum NumericHost {
    /// Returns whether the last label of a lower-case name is a decimal number or begins with `0x`.
    static func isNumeric(_ name: String) -> Bool {
        let octets = name.utf8
        let last = octets.lastIndex(of: period).map { octets[octets.index(after: $0)...] } ?? octets[...]
        return last.starts(with: hexadecimalPrefix) || last.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    }

    /// Returns the IPv4 address of a numeric name; nil if it is invalid.
    ///
    /// The name has one to four parts, in decimal or, with `0x`, in hexadecimal. The last part fills all remaining
    /// octets: `0xc0000207` and `192.0.519` are 192.0.2.7. A decimal part with a leading zero is invalid, since clients
    /// disagree on whether it is octal.
    static func octets(of name: String) -> [UInt8]? {
        let parts = name.utf8.split(separator: period, omittingEmptySubsequences: false)
        guard parts.count <= 4, let last = parts.last.flatMap(number) else { return nil }
        let first = parts.dropLast().compactMap(number).compactMap(UInt8.init(exactly:))
        let rest = 4 - first.count
        guard first.count == parts.count - 1, last < 1 << UInt64(8 * rest) else { return nil }
        return first + (0..<rest).map { UInt8(truncatingIfNeeded: last >> UInt64(8 * (rest - 1 - $0))) }
    }

    private static let period = UInt8(ascii: ".")
    private static let hexadecimalPrefix = "0x".utf8

    /// Parses a part as a number of at most 32 bits; `0x` alone is zero.
    private static func number(_ part: Substring.UTF8View) -> UInt64? {
        let isHexadecimal = part.starts(with: hexadecimalPrefix)
        let digits = isHexadecimal ? part.dropFirst(2) : part
        guard isHexadecimal || !part.isEmpty && (part.count == 1 || part.first != UInt8(ascii: "0")) else { return nil }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, isHexadecimal || digit < 10 else {
                return nil
            }
            value = value * (isHexadecimal ? 16 : 10) + UInt64(digit)
            guard value <= UInt64(UInt32.max) else { return nil }
        }
        return value
    }
}
