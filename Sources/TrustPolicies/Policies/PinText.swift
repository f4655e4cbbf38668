import TrustModel

/// A pin as it is written in a document: a digest, or something that a digest is made of.
enum PinText {
    /// The SHA-256 of a SubjectPublicKeyInfo, spelt `sha256/` and base64 (RFC 7469 section 2.4, OkHttp, TrustKit).
    case keyDigest(Fingerprint)
    /// A SHA-256 in hexadecimal, which the place must say of what.
    case digest(Fingerprint)
    /// PEM text, a path, or base64 DER.
    case material

    /// Reads a pin.
    ///
    /// - Throws: what is wrong with a text that has the form of a digest but is none of 32 bytes.
    init(_ text: String) throws(MaterialFailure) {
        if text.hasPrefix("sha256/") {
            self = .keyDigest(try Self.base64Digest(of: text))
        } else if text.hasPrefix("sha256:") {
            guard let digest = Self.hexadecimalDigest(text.dropFirst(7)) else {
                throw MaterialFailure(
                    reason: "expected 64 hexadecimal digits after `sha256:`, found \(QuotedText.of(text))"
                )
            }
            self = .digest(digest)
        } else if let digest = Self.hexadecimalDigest(text[...]) {
            self = .digest(digest)
        } else if text.hasPrefix("sha1/"), Self.bytes(ofBase64: text.dropFirst(5))?.count == 20 {
            throw MaterialFailure(reason: "\(QuotedText.of(text)) is a SHA-1 pin, which collides: use `sha256/`")
        } else {
            self = .material
        }
    }

    private static func base64Digest(of text: String) throws(MaterialFailure) -> Fingerprint {
        let bytes = bytes(ofBase64: text.dropFirst(7))
        guard let fingerprint = bytes.flatMap({ Fingerprint($0) }) else {
            let found = bytes.map { "found \($0.count) bytes in " } ?? "found "
            throw MaterialFailure(
                reason: "expected the base64 of 32 bytes after `sha256/`, \(found)\(QuotedText.of(text))"
            )
        }
        return fingerprint
    }

    /// The bytes of base64 with or without its padding; nil where it is none, or has white space in it.
    private static func bytes(ofBase64 text: Substring) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard !digits.contains(where: { $0 <= 0x20 }) else { return nil }
        let isPadded = digits.last == UInt8(ascii: "=")
        let padding = isPadded ? 0 : (4 - digits.count % 4) % 4
        return try? Base64.decode((digits + [UInt8](repeating: UInt8(ascii: "="), count: padding))[...])
    }

    /// A digest of 64 hexadecimal digits, with a colon between all bytes or none; nil for anything else.
    private static func hexadecimalDigest(_ text: Substring) -> Fingerprint? {
        let pairs: [Substring]
        if text.utf8.count == 95 {
            pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        } else if text.utf8.count == 64, text.utf8.allSatisfy({ $0 < 0x80 }) {
            let starts = stride(from: 0, to: 64, by: 2).map { text.utf8.index(text.startIndex, offsetBy: $0) }
            pairs = starts.map { text[$0..<text.utf8.index($0, offsetBy: 2)] }
        } else {
            return nil
        }
        let bytes = pairs.compactMap { pair in
            pair.utf8.count == 2 && pair.allSatisfy(\.isHexDigit) ? UInt8(pair, radix: 16) : nil
        }
        return bytes.count == pairs.count ? Fingerprint(bytes) : nil
    }
}
