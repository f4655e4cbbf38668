import TrustModel

/// Explains why the text of a UTCTime or GeneralizedTime is malformed (RFC 5280 section 4.1.2.5).
enum TimeDefect {
    private static let maximumShown = 32

    /// Returns a clause with the text and its first defect.
    static func clause(about text: ArraySlice<UInt8>, isShort: Bool) -> String {
        let shown = text.prefix(maximumShown).map {
            (0x20...0x7E).contains($0) && $0 != 0x22 ? Character(Unicode.Scalar($0)) : "?"
        }
        return "\"\(String(shown))\(text.count > maximumShown ? "…" : "")\" \(defect(of: text, isShort: isShort))"
    }

    private static func defect(of text: ArraySlice<UInt8>, isShort: Bool) -> String {
        let digits = text.prefix { (0x30...0x39).contains($0) }
        let needed = isShort ? 12 : 14
        let rest = text.dropFirst(digits.count)
        if let mark = rest.first, [UInt8(ascii: "."), UInt8(ascii: ",")].contains(mark) {
            return "has a fraction of a second"
        }
        guard rest.elementsEqual([UInt8(ascii: "Z")]) else {
            return rest.count < 2 || [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(rest[rest.startIndex])
                ? "is not in UTC, which requires a Z at the end" : "has a character that is not a digit"
        }
        if digits.count == needed - 2 { return "has no seconds" }
        guard digits.count == needed else { return "has \(digits.count) digits instead of \(needed)" }
        return defect(ofDigits: Array(digits.suffix(10)))
    }

    /// Returns the defect of the month, the day and the time of day.
    private static func defect(ofDigits digits: [UInt8]) -> String {
        let parts = stride(from: 0, to: digits.count, by: 2).map {
            Int(digits[$0] & 0x0F) * 10 + Int(digits[$0 + 1] & 0x0F)
        }
        let bounds = [("month", 1...12), ("day", 1...31), ("hour", 0...23), ("minute", 0...59), ("second", 0...59)]
        for (part, (name, allowed)) in zip(parts, bounds) where !allowed.contains(part) {
            return "has the \(name) \(part)"
        }
        return "has the day \(parts[1]), which its month does not have"
    }
}
