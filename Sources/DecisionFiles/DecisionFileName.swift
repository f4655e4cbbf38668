import TrustModel

/// The names of the files of a log.
package enum DecisionFileName {
    /// The file to which lines are appended.
    package static let current = "decisions.jsonl"
    private static let (prefix, suffix) = ("decisions-", ".jsonl")
    /// The length of a time in a name, such as `20261128T224400Z`.
    private static let timeLength = 16
    private static let (leastDigits, mostDigits) = (6, 18)

    /// Returns the name of a file that ended at a time, such as `decisions-20261128T224400Z-000017.jsonl`.
    static func rotated(at time: Instant, _ number: Int) -> String {
        let time = time.description.filter { $0 != "-" && $0 != ":" }
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, leastDigits - digits.utf8.count))
        return "\(prefix)\(time)-\(zeros)\(digits)\(suffix)"
    }

    /// Returns the number in the name of a file that ``rotated(at:_:)`` named; nil for any other name.
    package static func number(in name: String) -> Int? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let middle = Array(name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count))
        guard middle.count > timeLength + leastDigits, middle[timeLength] == UInt8(ascii: "-") else { return nil }
        let (time, digits) = (middle[..<timeLength], middle[(timeLength + 1)...])
        for (byte, position) in zip(time, 0...) {
            let expected: UInt8? =
                switch position {
                case 8: UInt8(ascii: "T")
                case timeLength - 1: UInt8(ascii: "Z")
                default: nil
                }
            guard expected.map({ $0 == byte }) ?? isDigit(byte) else { return nil }
        }
        guard digits.allSatisfy(isDigit), digits.count <= mostDigits,
            digits.count == leastDigits || digits.first != UInt8(ascii: "0")
        else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
