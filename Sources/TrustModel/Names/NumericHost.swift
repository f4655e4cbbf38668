/// Hosts that end in a number, which clients take for IPv4 addresses in one spelling or another (WHATWG URL, "ends in a number
/// checker" and "IPv4 parser").
enum NumericHost {
    /// Whether the last label of a name in lower case is a decimal number or begins with `0x`.
    static func isNumeric(_ name: String) -> Bool {
        let octets = name.utf8
        let last = octets.lastIndex(of: period).map { octets[octets.index(after: $0)...] } ?? octets[...]
        return last.starts(with: hexadecimalPrefix) || last.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    }

    /// The address that a numeric name stands for; nil where it is none.
    ///
    /// It has one to four parts, decimal or with `0x` hexadecimal, and the last one fills all octets that are left:
    /// `0xc0000207` and `192.0.519` are 192.0.2.7. Clients disagree on whether a decimal part with a leading zero is octal, so
    /// that it is no address here.
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

    /// A part as a number of at most 32 bits; `0x` alone is zero.
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
