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
        [UInt8](capacity: 32) { bytes in
            func append(_ word: UInt64) {
                for position in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * position))) }
            }
            append(words.0)
            append(words.1)
            append(words.2)
            append(words.3)
        }
    }

    /// Lower-case hexadecimal without separators, 64 characters.
    package var hex: String { Hexadecimal.encode(bytes) }

    /// The digest as a key pin is spelt: `sha256/` and padded base64 (RFC 7469 section 2.4, OkHttp, TrustKit).
    package var pin: String { "sha256/" + Base64.encode(bytes) }

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
