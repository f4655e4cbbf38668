/// A SHA-256 digest: of a certificate's DER (its fingerprint) or of a SubjectPublicKeyInfo (a key pin).
package struct Fingerprint: Sendable, Hashable, Comparable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Takes the 32 bytes of a digest; nil for any other length.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        let span = bytes.span
        func word(_ start: Int) -> UInt64 {
            var word: UInt64 = 0
            for position in start..<start + 8 { word = word << 8 | UInt64(span[position]) }
            return word
        }
        words = (word(0), word(8), word(16), word(24))
    }

    /// The 32 bytes of the digest.
    package var bytes: [UInt8] {
        (0..<32).map { self[$0] }
    }

    /// Lower-case hexadecimal without separators, 64 characters.
    package var hex: String {
        var text: [UInt8] = []
        appendHex(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The digest as a key pin is spelt: `sha256/` and padded base64 (RFC 7469 section 2.4, OkHttp, TrustKit).
    package var pin: String {
        var text: [UInt8] = []
        appendPin(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends what ``hex`` says.
    package func appendHex(to text: inout [UInt8]) {
        let start = text.count
        text.append(contentsOf: repeatElement(0, count: 64))
        var digits = text.mutableSpan
        for position in 0..<32 {
            let byte = self[position]
            digits[start + 2 * position] = Hexadecimal.digit(byte >> 4)
            digits[start + 2 * position + 1] = Hexadecimal.digit(byte & 15)
        }
    }

    /// Appends what ``pin`` says.
    package func appendPin(to text: inout [UInt8]) {
        text.append(contentsOf: "sha256/".utf8)
        for start in stride(from: 0, to: 30, by: 3) {
            Base64.append(self[start], self[start + 1], self[start + 2], to: &text)
        }
        Base64.append(self[30], self[31], to: &text)
    }

    private subscript(position: Int) -> UInt8 {
        let word =
            switch position >> 3 {
            case 0: words.0
            case 1: words.1
            case 2: words.2
            default: words.3
            }
        return UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * (position & 7)))
    }

    /// Whether both digests are equal in all 32 bytes.
    package static func == (left: Fingerprint, right: Fingerprint) -> Bool {
        left.words.0 == right.words.0 && left.words.1 == right.words.1 && left.words.2 == right.words.2
            && left.words.3 == right.words.3
    }

    /// Orders digests as numbers, so that lists of them are stable.
    package static func < (left: Fingerprint, right: Fingerprint) -> Bool {
        (left.words.0, left.words.1, left.words.2, left.words.3)
            < (right.words.0, right.words.1, right.words.2, right.words.3)
    }

    /// Hashes all bytes: whoever writes digests into a policy chooses each of them.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}
