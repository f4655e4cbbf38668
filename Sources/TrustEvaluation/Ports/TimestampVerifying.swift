package import TrustModel

/// Reads and verifies signed certificate timestamps; implemented by the cryptographic library.
package protocol TimestampVerifying: Sendable {
    /// Returns the timestamps in a certificate; nil if it has no extension with timestamps.
    func embeddedTimestamps(of certificate: Certificate) -> EmbeddedTimestamps?

    /// Whether a log signed a timestamp for an entry; false also if the signature algorithm does not match the key.
    ///
    /// - Throws: ``LibraryFailure`` if the library could not carry out the check.
    func isSigned(
        _ timestamp: SignedCertificateTimestamp,
        over entry: TimestampEntry,
        by key: TransparencyLogKey
    ) throws(LibraryFailure) -> Bool
}

/// Reads the timestamps that a TLS server sends beside its certificate.
package protocol TimestampReading: Sendable {
    /// Reads one serialized timestamp, or a list of timestamps (RFC 6962 section 3.3).
    ///
    /// - Throws: The error of the first malformed timestamp. A timestamp of an unsupported version is not malformed.
    func timestamps(in bytes: [UInt8]) throws(EvidenceReadingError) -> [TimestampElement]
}

/// Reads the public keys of logs.
package protocol TransparencyKeyReading: Sendable {
    /// Reads the DER of a SubjectPublicKeyInfo; nil if its type is not one that logs may use (RFC 6962 section 2.1.4).
    ///
    /// - Throws: ``EvidenceReadingError`` if the DER is malformed.
    func logKey(in der: [UInt8]) throws(EvidenceReadingError) -> TransparencyLogKey?
}
