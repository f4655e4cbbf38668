/// The fields of a basic OCSP response (RFC 6960 section 4.2.1).
package struct OCSPAnswerFacts: Sendable {
    /// The responder.
    package enum ResponderID: Sendable, Hashable {
        case name(DistinguishedName)
        /// The SHA-1 of the octets in the BIT STRING of the responder's public key.
        case keyHash([UInt8])
    }

    /// The identifier of a certificate (CertID).
    package struct CertificateID: Sendable, Hashable {
        /// The algorithm of ``issuerNameHash`` and ``issuerKeyHash``.
        package let hashAlgorithm: OID
        /// The digest of the DER of the issuer's name.
        package let issuerNameHash: [UInt8]
        /// The digest of the octets in the BIT STRING of the issuer's public key.
        package let issuerKeyHash: [UInt8]
        /// The content octets of the certificate's serial number.
        package let serialNumber: [UInt8]

        /// Creates a value from its parsed fields.
        package init(hashAlgorithm: OID, issuerNameHash: [UInt8], issuerKeyHash: [UInt8], serialNumber: [UInt8]) {
            self.hashAlgorithm = hashAlgorithm
            self.issuerNameHash = issuerNameHash
            self.issuerKeyHash = issuerKeyHash
            self.serialNumber = serialNumber
        }
    }

    /// The status of a certificate.
    package enum CertificateStatus: Sendable, Hashable {
        case good
        /// Revoked at a time; the reason is nil if absent or unknown to RFC 5280.
        case revoked(at: Instant, reason: RevocationReason?)
        /// The responder does not know the certificate.
        case unknown
    }

    /// The response for one certificate (SingleResponse).
    package struct Single: Sendable, Hashable {
        /// The identifier of the certificate.
        package let certificateID: CertificateID
        /// The certificate's status.
        package let status: CertificateStatus
        /// The most recent time at which the responder knew the status to be correct (thisUpdate).
        package let thisUpdate: Instant
        /// The time by which a newer status will be available (nextUpdate); nil if a newer status is always available.
        package let nextUpdate: Instant?
        /// The critical extensions, all of which are unsupported.
        package let unknownCriticalExtensions: [OID]
        /// The signed certificate timestamps for the certificate (RFC 6962 section 3.3).
        package let timestamps: [TimestampElement]

        /// Creates a value from its parsed fields.
        package init(
            certificateID: CertificateID,
            status: CertificateStatus,
            thisUpdate: Instant,
            nextUpdate: Instant?,
            unknownCriticalExtensions: [OID] = [],
            timestamps: [TimestampElement] = []
        ) {
            self.certificateID = certificateID
            self.status = status
            self.thisUpdate = thisUpdate
            self.nextUpdate = nextUpdate
            self.unknownCriticalExtensions = unknownCriticalExtensions
            self.timestamps = timestamps
        }
    }

    /// The responder.
    package var responderID: ResponderID
    /// The time of the signature.
    package var producedAt: Instant
    /// The single responses in encoded order.
    package var responses: [Single]
    /// The algorithm of the responder's signature.
    package var signatureAlgorithm: AlgorithmIdentifier
    /// The critical extensions of the whole response, all of which are unsupported; nonces are not critical.
    package var unknownCriticalExtensions: [OID]

    /// Creates facts from the parsed fields.
    package init(
        responderID: ResponderID,
        producedAt: Instant,
        responses: [Single],
        signatureAlgorithm: AlgorithmIdentifier,
        unknownCriticalExtensions: [OID] = []
    ) {
        self.responderID = responderID
        self.producedAt = producedAt
        self.responses = responses
        self.signatureAlgorithm = signatureAlgorithm
        self.unknownCriticalExtensions = unknownCriticalExtensions
    }
}
