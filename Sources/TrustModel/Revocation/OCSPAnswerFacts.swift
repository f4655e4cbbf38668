/// What a successful OCSP response says, as values (RFC 6960 section 4.2.1).
package struct OCSPAnswerFacts: Sendable {
    /// Who answered.
    package enum ResponderID: Sendable, Hashable {
        case name(DistinguishedName)
        /// SHA-1 of the responder's public key, the octets of the bit string.
        case keyHash([UInt8])
    }

    /// Which certificate an answer is about.
    package struct CertificateID: Sendable, Hashable {
        /// The digest that both hashes were made with.
        package let hashAlgorithm: OID
        /// The digest of the issuer's name, as DER.
        package let issuerNameHash: [UInt8]
        /// The digest of the issuer's public key, the octets of the bit string.
        package let issuerKeyHash: [UInt8]
        /// Content octets of the certificate's serial number.
        package let serialNumber: [UInt8]

        /// Takes the parts as parsed.
        package init(hashAlgorithm: OID, issuerNameHash: [UInt8], issuerKeyHash: [UInt8], serialNumber: [UInt8]) {
            self.hashAlgorithm = hashAlgorithm
            self.issuerNameHash = issuerNameHash
            self.issuerKeyHash = issuerKeyHash
            self.serialNumber = serialNumber
        }
    }

    /// What is said of a certificate.
    package enum CertificateStatus: Sendable, Hashable {
        case good
        /// Revoked then; the reason is nil where none is given, or a number that the standard does not know.
        case revoked(at: Instant, reason: RevocationReason?)
        /// The responder does not know the certificate.
        case unknown
    }

    /// The answer about one certificate.
    package struct Single: Sendable, Hashable {
        /// Which certificate it is about.
        package let certificateID: CertificateID
        /// What is said of it.
        package let status: CertificateStatus
        /// The time at which the status was known to be right.
        package let thisUpdate: Instant
        /// By when newer information will be there; nil where there is always newer information.
        package let nextUpdate: Instant?
        /// Critical extensions; none is understood.
        package let unknownCriticalExtensions: [OID]

        /// Takes the parts as parsed.
        package init(
            certificateID: CertificateID,
            status: CertificateStatus,
            thisUpdate: Instant,
            nextUpdate: Instant?,
            unknownCriticalExtensions: [OID] = []
        ) {
            self.certificateID = certificateID
            self.status = status
            self.thisUpdate = thisUpdate
            self.nextUpdate = nextUpdate
            self.unknownCriticalExtensions = unknownCriticalExtensions
        }
    }

    /// Who answered.
    package var responderID: ResponderID
    /// When the response was signed.
    package var producedAt: Instant
    /// The answers, in encoded order.
    package var responses: [Single]
    /// The algorithm with which the responder signed.
    package var signatureAlgorithm: AlgorithmIdentifier
    /// Critical extensions of the whole response; none is understood, and nonces are not critical.
    package var unknownCriticalExtensions: [OID]

    /// Takes all parts as parsed.
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
