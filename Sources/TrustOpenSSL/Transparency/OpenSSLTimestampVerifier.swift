package import TrustEvaluation
package import TrustModel
import X509Parsing

/// Verifies signed certificate timestamps over the received bytes, and reads the keys of logs.
package struct OpenSSLTimestampVerifier: TimestampVerifying, TransparencyKeyReading {
    /// Creates a stateless verifier.
    package init() {}

    /// Parses the timestamps in a certificate.
    package func embeddedTimestamps(of certificate: Certificate) -> EmbeddedTimestamps? {
        EmbeddedTimestampParser.parse(certificate.der)
    }

    /// Checks a signature with SHA-256, by an ECDSA or RSA key; other algorithms are not allowed (RFC 6962 section 2.1.4).
    package func isSigned(
        _ timestamp: SignedCertificateTimestamp,
        over entry: TimestampEntry,
        by key: TransparencyLogKey
    ) throws(LibraryFailure) -> Bool {
        guard timestamp.hashAlgorithm == Self.sha256, timestamp.signatureAlgorithm == Self.algorithm(of: key.facts),
            let handle = key.handle as? LogKeyHandle,
            let content = TimestampContent.bytes(of: timestamp, over: entry)
        else { return false }
        defer { OpenSSLError.clear() }
        guard let decoded = try handle.key.decoded() else { return false }
        guard let digest = SignatureScheme.sha256.digest(of: content[...]) else {
            throw LibraryFailure("OpenSSL could not compute a digest")
        }
        return try decoded.hasSigned(digest, signature: timestamp.signature[...], by: .sha256)
    }

    /// Parses a key; nil unless it is a sound key on P-256 or an RSA key of at least 2048 bits.
    package func logKey(in der: [UInt8]) throws(EvidenceReadingError) -> TransparencyLogKey? {
        do throws(DERError) {
            let facts = try PublicKeyParser.wholeFacts(der)
            guard Self.algorithm(of: facts) != nil, facts.defect == nil else { return nil }
            let handle = LogKeyHandle(PublicKeyHandle(der, at: der.indices, facts))
            return TransparencyLogKey(facts: facts, handle: handle)
        } catch {
            throw EvidenceReadingError(.malformedEvidence, offset: error.offset, reason: error.reason)
        }
    }

    /// The number of SHA-256 in TLS (RFC 5246 section 7.4.1.4.1).
    private static let sha256: UInt8 = 4

    /// Returns the number of the signature algorithm of a key in TLS; nil if logs must not use such keys.
    private static func algorithm(of key: PublicKeyFacts) -> UInt8? {
        switch key.kind {
        case .rsa where key.bits.map { $0 >= 2048 } ?? false: 1
        case .ellipticCurve(.prime256v1): 3
        default: nil
        }
    }
}

/// The public key of a log, decoded by its first signature check.
private final class LogKeyHandle: TransparencyKeyHandle {
    let key: PublicKeyHandle

    init(_ key: PublicKeyHandle) {
        self.key = key
    }
}

extension OpenSSLEvidenceReader: TimestampReading {
    /// Parses one timestamp or a list, whichever the bytes are.
    ///
    /// A list begins with the number of the bytes that follow.
    package func timestamps(in bytes: [UInt8]) throws(EvidenceReadingError) -> [TimestampElement] {
        if let form = PrivateKeyForm.name(in: bytes) { throw Self.privateKey(form, "a certificate timestamp") }
        do throws(DERError) {
            // The first two bytes of a timestamp are the version and a byte of the log ID, which could equal a length.
            if let single = try? TimestampParser.timestamp(in: bytes[...]), case .timestamp = single { return [single] }
            let isList = bytes.count > 2 && Int(bytes[0]) << 8 | Int(bytes[1]) == bytes.count - 2
            guard isList else { return [try TimestampParser.timestamp(in: bytes[...])] }
            return try TimestampParser.elements(ofList: bytes[...]).map { element throws(DERError) in
                try TimestampParser.timestamp(in: element)
            }
        } catch {
            throw EvidenceReadingError(
                error.isBound ? .boundExceeded : .malformedEvidence,
                offset: error.offset,
                reason: error.reason
            )
        }
    }
}
