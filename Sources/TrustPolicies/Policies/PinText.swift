import StructuredDocuments
import TrustModel

/// The written form of a pin: a digest, or the material to hash.
enum PinText {
    /// The SHA-256 digest of a SubjectPublicKeyInfo as `sha256/` and base64 (RFC 7469 section 2.4, OkHttp, TrustKit).
    case keyDigest(Fingerprint)
    /// A SHA-256 digest in hexadecimal, of a certificate or a public key, depending on the list that contains the pin.
    case digest(Fingerprint)
    /// PEM text, a path, or base64 DER.
    case material

    /// Reads a pin.
    ///
    /// - Throws: ``MaterialFailure`` if the text has the prefix of a digest but is not a SHA-256 digest.
    init(_ text: String) throws(MaterialFailure) {
        if let rest = Self.rest(of: text, after: "sha256/") {
            self = .keyDigest(try Self.base64Digest(rest, in: text))
        } else if let rest = Self.rest(of: text, after: "sha256:") {
            guard let digest = Fingerprint(hexadecimal: rest) else {
                throw MaterialFailure(
                    reason: "expected 64 hexadecimal digits after `sha256:`, found \(QuotedText.of(text))"
                )
            }
            self = .digest(digest)
        } else if let rest = Self.rest(of: text, after: ""), let digest = Fingerprint(hexadecimal: rest) {
            self = .digest(digest)
        } else if let rest = Self.rest(of: text, after: "sha1/"), Self.bytes(ofBase64: rest)?.count == 20 {
            throw MaterialFailure(
                reason: "\(QuotedText.of(text)) is a SHA-1 pin, and SHA-1 is not collision-resistant: use `sha256/`"
            )
        } else {
            self = .material
        }
    }

    /// Returns the failure for a base64 digest without the prefix `sha256/`, as TrustKit and Android write it; nil for other texts.
    static func unprefixedDigest(_ text: String) -> MaterialFailure? {
        guard text.utf8.count < maximumBytes else { return nil }
        var digits = Array(text.utf8)
        for prefix in ["pin-sha256=", "SHA256:", "sha256=", "sha-256/"] where digits.starts(with: prefix.utf8) {
            digits.removeFirst(prefix.utf8.count)
        }
        digits.removeAll { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        // The alphabet for URLs (RFC 4648 section 5) differs in two characters.
        let standard = digits.map {
            $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
        }
        guard let digest = bytes(ofBase64: standard[...]).flatMap({ Fingerprint($0) }) else { return nil }
        return MaterialFailure(
            reason: "\(QuotedText.of(text)) is a digest without the prefix `sha256/`; did you mean `\(digest.pin)`?"
        )
    }

    /// The number of bytes examined for a digest; the longest form has 102 bytes.
    private static let maximumBytes = 128

    /// Returns the bytes after a prefix, up to ``maximumBytes`` of the text; nil if the text has another prefix.
    private static func rest(of text: String, after prefix: String) -> ArraySlice<UInt8>? {
        let start = Array(text.utf8.prefix(maximumBytes))
        return start.starts(with: prefix.utf8) ? start[prefix.utf8.count...] : nil
    }

    private static func base64Digest(
        _ digits: ArraySlice<UInt8>,
        in text: String
    ) throws(MaterialFailure) -> Fingerprint {
        let bytes = text.utf8.count < maximumBytes ? bytes(ofBase64: digits) : nil
        guard let fingerprint = bytes.flatMap({ Fingerprint($0) }) else {
            let found = bytes.map { "found \($0.count) bytes in " } ?? "found "
            throw MaterialFailure(
                reason: "expected the base64 of 32 bytes after `sha256/`, \(found)\(QuotedText.of(text))"
            )
        }
        return fingerprint
    }

    /// Decodes base64 with or without padding; returns nil if it is malformed or contains white space.
    private static func bytes(ofBase64 digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard !digits.contains(where: { $0 <= 0x20 }) else { return nil }
        let isPadded = digits.last == UInt8(ascii: "=")
        let padding = isPadded ? 0 : (4 - digits.count % 4) % 4
        return try? Base64.decode(digits + [UInt8](repeating: UInt8(ascii: "="), count: padding))
    }
}
