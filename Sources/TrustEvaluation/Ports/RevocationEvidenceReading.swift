package import TrustModel

/// Reads CRLs and OCSP responses from bytes.
package protocol RevocationEvidenceReading: Sendable {
    /// Reads PEM text (blocks `X509 CRL`, with other text around them) or one DER CRL.
    ///
    /// - Returns: the CRLs in the order of the bytes, at least one.
    /// - Throws: the first CRL that cannot be read, or that there is none.
    func revocationLists(
        in bytes: [UInt8],
        limits: EvidenceLimits
    ) throws(EvidenceReadingError) -> [CertificateRevocationList]

    /// Reads one DER OCSP response.
    ///
    /// - Throws: why the response, or a certificate inside, cannot be read.
    func ocspResponse(in bytes: [UInt8], limits: EvidenceLimits) throws(EvidenceReadingError) -> OCSPResponse
}

/// Bounds on revocation evidence that comes from outside.
package struct EvidenceLimits: Sendable, Hashable {
    /// How many CRLs, and how many OCSP responses, one request, policy or file may hold.
    package var count: Int
    /// How long the DER of one may be, in bytes; the entries of a CRL are bounded by it.
    package var bytesEach: Int

    /// The default for requests: 64 of each kind, of at most 1 MiB, which is as long as a body may be.
    package init(count: Int = 64, bytesEach: Int = 1 << 20) {
        self.count = count
        self.bytesEach = bytesEach
    }

    /// For the evidence of policies, which the operator chose: the longest public CRLs have some megabytes.
    package static let policies = EvidenceLimits(count: 256, bytesEach: 4 << 20)
}

/// Evidence that could not be read: which piece, where, and why.
package struct EvidenceReadingError: Error, Equatable, Sendable {
    /// What kind of problem it is; stable names.
    package enum Code: String, Sendable, CaseIterable {
        /// There is neither a CRL nor a response in the bytes.
        case noEvidence
        /// The PEM armour or its base64 is broken; the offset is in the text.
        case malformedPEM
        /// The DER is broken; the offset is in the DER.
        case malformedEvidence
        /// A private key was sent where evidence belongs.
        case privateKey
        case tooManyPieces
        case pieceTooLarge
        /// A part of a CRL or response is larger, or has more elements, than is read; the offset is in the DER.
        case boundExceeded
    }

    /// What kind of problem it is.
    package let code: Code
    /// Position among the CRLs of a text, 0 being the first; nil when it concerns none.
    package let position: Int?
    /// Byte offset, in the text or in the DER as the code says; nil when no byte is to blame.
    package let offset: Int?
    /// What is wrong, a clause.
    package let reason: String

    /// Takes the parts.
    package init(_ code: Code, position: Int? = nil, offset: Int? = nil, reason: String) {
        self.code = code
        self.position = position
        self.offset = offset
        self.reason = reason
    }
}

extension EvidenceReadingError: CustomStringConvertible {
    /// One sentence part with everything known, such as `CRL 1, byte 14: the issuer is missing`.
    package var description: String {
        let place = [position.map { "CRL \($0)" }, offset.map { "byte \($0)" }].compactMap(\.self)
        return place.isEmpty ? reason : place.joined(separator: ", ") + ": " + reason
    }
}
