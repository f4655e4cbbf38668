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

    /// Returns the failure for a digest in another form than those of pins; nil for other texts.
    ///
    /// TrustKit and Android write base64 without the prefix `sha256/`. OpenSSL and browsers write the fingerprint of a
    /// certificate in hexadecimal, with a title such as `sha256 Fingerprint=`; many tools still write SHA-1.
    static func misspelledDigest(_ text: String, ofCertificate: Bool) -> MaterialFailure? {
        guard text.utf8.count < maximumBytes else { return nil }
        return hexadecimalDigest(text) ?? base64Digest(text, ofCertificate: ofCertificate)
    }

    /// Returns the failure for a digest in base64 where certificates are pinned.
    ///
    /// Base64 is the form of public keys, but some tools write the digest of a certificate so.
    static func keyDigest(_ text: String, _ digest: Fingerprint) -> MaterialFailure {
        MaterialFailure(
            reason:
                "\(QuotedText.of(text)) is a digest in base64; if it is of a certificate, write `sha256:\(digest.hex)`; "
                + "the digest of a public key needs `evaluator: pinPublicKeys`"
        )
    }

    /// Returns the failure for a digest in hexadecimal with a title, or for one that is too short; nil for other texts.
    private static func hexadecimalDigest(_ text: String) -> MaterialFailure? {
        let hasColons = text.utf8.contains(UInt8(ascii: ":"))
        for digits in [text.utf8[...], textAfterTitle(text)].compactMap(\.self) {
            let plain = digits.filter { !":- ".utf8.contains($0) }
            guard plain.allSatisfy(isHexadecimal) else { continue }
            switch plain.count {
            case 64:
                let hexadecimal = String(decoding: plain.map(\.lowercasedASCII), as: UTF8.self)
                return MaterialFailure(
                    reason:
                        "\(QuotedText.of(text)) is a SHA-256 digest in another form; write `sha256:\(hexadecimal)`. "
                        + "The fingerprint of a certificate fits `pinCertificates` only; `anchord pins` prints the "
                        + "digests of public keys"
                )
            case 40: return weakDigest(text, "SHA-1")
            case 32 where hasColons: return weakDigest(text, "MD5")
            default: continue
            }
        }
        return nil
    }

    private static func weakDigest(_ text: String, _ algorithm: String) -> MaterialFailure {
        MaterialFailure(
            reason:
                "\(QuotedText.of(text)) is \(algorithm == "MD5" ? "an" : "a") \(algorithm) digest, and \(algorithm) is not "
                + "collision-resistant: use the SHA-256 digest, which `anchord pins` prints"
        )
    }

    /// Returns the text after a title such as `SHA256 Fingerprint=` or `sha-256:`; nil without one.
    private static func textAfterTitle(_ text: String) -> Substring.UTF8View? {
        let bytes = text.utf8[...]
        if let sign = bytes.lastIndex(of: UInt8(ascii: "=")) { return bytes[bytes.index(after: sign)...] }
        let letters = bytes.map(\.lowercasedASCII)
        let title = ["sha256", "sha-256", "sha1", "sha-1", "md5"].first { letters.starts(with: $0.utf8) }
        guard let title, let next = bytes.dropFirst(title.utf8.count).first, ":/ ".utf8.contains(next) else {
            return nil
        }
        return bytes.dropFirst(title.utf8.count + 1)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
        }
    }

    private static func base64Digest(_ text: String, ofCertificate: Bool) -> MaterialFailure? {
        var digits = Array(text.utf8)
        for prefix in ["pin-sha256=", "SHA256:", "SHA256/", "sha256=", "sha-256/", "SHA-256/", "pin-sha1=", "SHA1/"]
        where digits.starts(with: prefix.utf8) {
            digits.removeFirst(prefix.utf8.count)
        }
        digits.removeAll { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        // The alphabet for URLs (RFC 4648 section 5) differs in two characters.
        let standard = digits.map {
            $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
        }
        let octets = bytes(ofBase64: standard[...])
        // Without padding, the name of a missing file could look like a short digest.
        if octets?.count == 20, standard.last == UInt8(ascii: "=") { return weakDigest(text, "SHA-1") }
        guard let digest = octets.flatMap({ Fingerprint($0) }) else { return nil }
        guard !ofCertificate else { return keyDigest(text, digest) }
        return MaterialFailure(
            reason: "\(QuotedText.of(text)) is a digest without the prefix `sha256/`; did you mean `\(digest.pin)`?"
        )
    }

    /// The number of bytes examined for a digest; the longest, that of OpenSSL with a title, has 114 bytes.
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
            if let failure = hexadecimalDigest(text) { throw failure }
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
