/// A SHA-256 digest: of a certificate's DER (its fingerprint) or of a SubjectPublicKeyInfo (a key pin).
package struct Fingerprint: Sendable, Hashable, Comparable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Creates a fingerprint from the 32 bytes of a digest; nil for any other length.
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
        let octets = octets
        return (0..<32).map { octets[$0] }
    }

    /// The digest as 64 lower-case hexadecimal digits without separators.
    package var hex: String {
        var text: [UInt8] = []
        text.reserveCapacity(64)
        appendHex(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The digest as a key pin: `sha256/` and padded base64 (RFC 7469 section 2.4, OkHttp, TrustKit).
    package var pin: String {
        var text: [UInt8] = []
        text.reserveCapacity(51)
        appendPin(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends ``hex``.
    package func appendHex(to text: inout [UInt8]) {
        text.append(addingCapacity: 64) { text in
            text.append(repeating: 0, count: 64)
            var digits = text.mutableSpan
            Hexadecimal.write(words.0, over: &digits, at: 0)
            Hexadecimal.write(words.1, over: &digits, at: 16)
            Hexadecimal.write(words.2, over: &digits, at: 32)
            Hexadecimal.write(words.3, over: &digits, at: 48)
        }
    }

    /// Appends ``pin``.
    package func appendPin(to text: inout [UInt8]) {
        text.append(contentsOf: "sha256/".utf8)
        let octets = octets
        // The capacity of the text is checked once for each half of the digest.
        for half in 0..<2 {
            text.append(addingCapacity: 20) { text in
                for group in 0..<5 {
                    let start = 15 * half + 3 * group
                    Base64.append(
                        Base64.group(octets[start], octets[start + 1], and: octets[start + 2]),
                        to: &text
                    )
                }
            }
        }
        text.append(addingCapacity: 4) { text in
            Base64.append(Base64.group(octets[30], octets[31]), padding: 1, to: &text)
        }
    }

    /// The bytes of the digest without a heap allocation.
    private var octets: InlineArray<32, UInt8> {
        var octets = InlineArray<32, UInt8>(repeating: 0)
        for position in 0..<8 {
            let shift = UInt64(56 - 8 * position)
            octets[position] = UInt8(truncatingIfNeeded: words.0 >> shift)
            octets[8 + position] = UInt8(truncatingIfNeeded: words.1 >> shift)
            octets[16 + position] = UInt8(truncatingIfNeeded: words.2 >> shift)
            octets[24 + position] = UInt8(truncatingIfNeeded: words.3 >> shift)
        }
        return octets
    }

    /// Compares all 32 bytes.
    package static func == (left: Fingerprint, right: Fingerprint) -> Bool {
        left.words.0 == right.words.0 && left.words.1 == right.words.1 && left.words.2 == right.words.2
            && left.words.3 == right.words.3
    }

    /// Compares all 32 bytes in a time that does not depend on them.
    package func isEqualInConstantTime(to other: Fingerprint) -> Bool {
        (words.0 ^ other.words.0) | (words.1 ^ other.words.1) | (words.2 ^ other.words.2) | (words.3 ^ other.words.3)
            == 0
    }

    /// Orders digests as numbers, so that lists have a stable order.
    package static func < (left: Fingerprint, right: Fingerprint) -> Bool {
        (left.words.0, left.words.1, left.words.2, left.words.3)
            < (right.words.0, right.words.1, right.words.2, right.words.3)
    }

    /// Hashes all bytes, because the author of a policy can choose digests with equal parts.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}
