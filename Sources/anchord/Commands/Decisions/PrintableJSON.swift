import TrustModel

/// Valid JSON of others in a form that is safe to print.
enum PrintableJSON {
    /// Returns the text with escapes for characters that can control a terminal; its value is the same.
    ///
    /// Characters below U+0020 occur between values only, since a string does not have them; they become spaces. All others
    /// occur in strings only, where they may be escaped.
    static func bytes(of text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
        var shown: [UInt8] = []
        shown.reserveCapacity(text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if scalar.value < 0x20 {
                shown.append(scalar == "\n" ? UInt8(ascii: "\n") : UInt8(ascii: " "))
            } else if VisibleText.isControl(scalar) {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    shown += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
                }
            } else {
                shown += String(scalar).utf8
            }
        }
        return shown
    }
}
