/// Finds parts of a damaged PEM block in the text between blocks.
///
/// The text is otherwise ignored. If a damaged block were ignored too, the next certificate would become the end-entity
/// certificate.
struct StrayLines {
    /// A line that belongs to a damaged block.
    struct Defect {
        /// The offset of the line.
        let offset: Int
        /// The defect, as a clause.
        let reason: String
    }

    /// Returns the first defect in a range of the text.
    static func defect(in text: [UInt8], _ range: Range<Int>) -> Defect? {
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
            if let reason = reason(text[start..<end]) { return Defect(offset: start, reason: reason) }
            start = end + 1
        }
        return nil
    }

    private static func reason(_ line: ArraySlice<UInt8>) -> String? {
        guard line.count >= 8 else { return nil }
        if hasBase64(line) { return "base64 outside of a block: the BEGIN line before it is missing" }
        guard dashes(line) >= 2 else { return nil }
        let letters = line.filter { $0 > 0x20 }.map { (0x61...0x7A).contains($0) ? $0 ^ 0x20 : $0 }
        guard has("CERTIFICATE", letters) || has("PKCS7", letters) || has("-CMS-", letters) else { return nil }
        if has("BEGIN", letters) { return "the BEGIN line is damaged; expected `-----BEGIN CERTIFICATE-----`" }
        return has("END", letters) ? "the END line has no BEGIN line before it" : nil
    }

    /// Whether a line has the first line of a certificate in base64, also if a name, quotes or other marks surround it.
    private static func hasBase64(_ line: ArraySlice<UInt8>) -> Bool {
        var rest = line
        while let start = rest.firstIndex(where: isBase64) {
            let run = rest[start...].prefix(while: isBase64)
            if isStartOfCertificate(run.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) { return true }
            rest = rest[run.endIndex...]
        }
        return false
    }

    /// Whether base64 begins with the head of a DER or BER sequence, and is longer than words that begin so.
    private static func isStartOfCertificate(_ run: ArraySlice<UInt8>) -> Bool {
        guard run.count >= 16, run.starts(with: "MI".utf8) else { return false }
        switch run[run.startIndex + 2] {
        // The length of nearly all certificates: 256 to 16,383 bytes.
        case UInt8(ascii: "I"): return true
        // Other lengths, and the indefinite one; these letters also begin words.
        case UInt8(ascii: "A"), UInt8(ascii: "G"), UInt8(ascii: "H"), UInt8(ascii: "J")...UInt8(ascii: "M"):
            return run.count >= 38
        default: return false
        }
    }

    /// Whether a byte is a character of base64, not considering padding.
    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"): true
        default: false
        }
    }

    /// The number of hyphens, and of dashes that word processors put in their place (U+2010 to U+2015, U+2212).
    private static func dashes(_ line: ArraySlice<UInt8>) -> Int {
        line.count { $0 == UInt8(ascii: "-") } + line.count { $0 == 0xE2 }
    }

    private static func has(_ word: String, _ letters: [UInt8]) -> Bool {
        BytePattern(word).first(in: letters, from: 0, to: letters.count) != nil
    }
}
