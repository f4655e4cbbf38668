package import TrustModel

/// The bytes that a log signs in a timestamp (RFC 6962 section 3.2).
package enum TimestampContent {
    /// Returns the signed bytes of a timestamp for a log entry; nil if a part is longer than its encoding permits.
    package static func bytes(of timestamp: SignedCertificateTimestamp, over entry: TimestampEntry) -> [UInt8]? {
        guard entry.count < 1 << 24, timestamp.extensions.count < 1 << 16 else { return nil }
        let (version, signatureType): (UInt8, UInt8) = (0, 0)
        var content = [version, signatureType] + octets(timestamp.milliseconds, 8)
        switch entry {
        case .certificate(let der):
            content += octets(0, 2) + octets(UInt64(der.count), 3) + der
        case .precertificate(let part, let issuerKey):
            content += octets(1, 2) + issuerKey.bytes + octets(UInt64(part.count), 3) + part
        }
        return content + octets(UInt64(timestamp.extensions.count), 2) + timestamp.extensions
    }

    /// Returns the lowest octets of a number, most significant first.
    private static func octets(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
