/// A signed certificate timestamp (SCT) of version 1 (RFC 6962 section 3.2).
package struct SignedCertificateTimestamp: Sendable, Hashable {
    /// The SHA-256 of the log's public key.
    package let logID: Fingerprint
    /// The time of the timestamp in milliseconds since 1970-01-01T00:00:00Z.
    package let milliseconds: UInt64
    /// The content of the extensions, which the log signs too.
    package let extensions: [UInt8]
    /// The number of the digest algorithm (RFC 5246 section 7.4.1.4.1).
    package let hashAlgorithm: UInt8
    /// The number of the signature algorithm (RFC 5246 section 7.4.1.4.1).
    package let signatureAlgorithm: UInt8
    /// The octets of the signature.
    package let signature: [UInt8]

    /// Creates a timestamp from its parsed fields.
    package init(
        logID: Fingerprint,
        milliseconds: UInt64,
        extensions: [UInt8],
        hashAlgorithm: UInt8,
        signatureAlgorithm: UInt8,
        signature: [UInt8]
    ) {
        self.logID = logID
        self.milliseconds = milliseconds
        self.extensions = extensions
        self.hashAlgorithm = hashAlgorithm
        self.signatureAlgorithm = signatureAlgorithm
        self.signature = signature
    }

    /// The time of the timestamp, without the fraction of a second.
    package var instant: Instant { Instant(secondsSince1970: Int64(milliseconds / 1000)) }
}

/// One element of a list of timestamps (RFC 6962 section 3.3).
package enum TimestampElement: Sendable, Hashable {
    case timestamp(SignedCertificateTimestamp)
    /// A malformed element, or one of an unsupported version; the reason is a clause such as `the signature is missing`.
    case unusable(String)
}

/// The timestamps in a certificate, and the signed part of its precertificate (RFC 6962 section 3.1).
package struct EmbeddedTimestamps: Sendable, Hashable {
    /// The elements of the list in encoded order.
    package let elements: [TimestampElement]
    /// The certificate's TBSCertificate without the extension that contains the list.
    package let precertificate: [UInt8]

    /// Creates a value from its parsed parts.
    package init(elements: [TimestampElement], precertificate: [UInt8]) {
        self.elements = elements
        self.precertificate = precertificate
    }
}

/// The log entry for which a timestamp is issued (RFC 6962 section 3.1).
package enum TimestampEntry: Sendable, Hashable {
    /// The DER of a certificate, for timestamps delivered beside it.
    case certificate([UInt8])
    /// The signed part of a precertificate, and the SHA-256 of the issuer's public key, for embedded timestamps.
    case precertificate([UInt8], issuerKey: Fingerprint)

    /// The length of the signed certificate or part, in octets.
    package var count: Int {
        switch self {
        case .certificate(let der): der.count
        case .precertificate(let content, _): content.count
        }
    }
}
