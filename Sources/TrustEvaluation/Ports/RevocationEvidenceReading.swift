package import TrustModel

/// Reads CRLs and OCSP responses from bytes.
package protocol RevocationEvidenceReading: Sendable {
    /// Reads PEM text with blocks `X509 CRL`, or the DER of one CRL.
    ///
    /// - Returns: At least one CRL, in the order of the bytes.
    /// - Throws: The error of the first unreadable CRL, or `noEvidence`.
    func revocationLists(
        in bytes: [UInt8],
        limits: EvidenceLimits
    ) throws(EvidenceReadingError) -> [CertificateRevocationList]

    /// Reads one DER OCSP response, or throws the reason why the response or a certificate in it cannot be read.
    func ocspResponse(in bytes: [UInt8], limits: EvidenceLimits) throws(EvidenceReadingError) -> OCSPResponse
}

/// Limits on the revocation evidence in requests, policies and files.
package struct EvidenceLimits: Sendable, Hashable {
    /// The maximum number of CRLs, and of OCSP responses, in one request, policy or file.
    package var count: Int
    /// The maximum DER length of one CRL or response, in bytes, which also limits the entries of a CRL.
    package var bytesEach: Int

    /// The maximum DER length of a CRL, in bytes; nil for ``bytesEach``.
    package var listBytes: Int?
    /// Whether CRLs are digested when they are read, so that evaluations do not pay for digesting them.
    ///
    /// Useful for CRLs of the operator, which many evaluations share.
    package var digestsLists = false

    /// Creates the limits for requests: 64 CRLs and 64 OCSP responses of at most 1 MiB, the default limit of a body.
    package init(count: Int = 64, bytesEach: Int = 1 << 20) {
        self.count = count
        self.bytesEach = bytesEach
    }

    /// The limits for evidence in policies, except those for CRLs in files; the longest public CRLs have 100 MB.
    package static let policies = EvidenceLimits(count: 256, bytesEach: 4 << 20)

    /// Returns the limits for evidence in policies with CRLs of up to a number of bytes.
    package static func policies(listBytes: Int) -> EvidenceLimits {
        var limits = EvidenceLimits.policies
        limits.listBytes = listBytes
        limits.digestsLists = true
        return limits
    }
}

/// An error in revocation evidence, with the position of the CRL, the byte offset and the reason.
package struct EvidenceReadingError: Error, Equatable, Sendable {
    /// The kind of error; the names are stable.
    package enum Code: String, Sendable, CaseIterable {
        case noEvidence
        /// The PEM armor or its base64 is malformed; the offset is in the text.
        case malformedPEM
        /// The DER is malformed; the offset is in the DER.
        case malformedEvidence
        case privateKey
        case tooManyPieces
        case pieceTooLarge
        /// A part of a CRL or response exceeds a maximum size or number of elements; the offset is in the DER.
        case boundExceeded
    }

    /// The kind of error.
    package let code: Code
    /// The position among the CRLs of a text, starting at 0; nil if it does not apply.
    package let position: Int?
    /// The byte offset in the text or in the DER, depending on the code; nil if it does not apply.
    package let offset: Int?
    /// The reason, as a clause.
    package let reason: String

    /// Creates an error.
    package init(_ code: Code, position: Int? = nil, offset: Int? = nil, reason: String) {
        self.code = code
        self.position = position
        self.offset = offset
        self.reason = reason
    }
}

extension EvidenceReadingError: CustomStringConvertible {
    /// The position and the reason as a clause, such as `CRL 1, byte 14: the issuer is missing`.
    package var description: String {
        let place = [position.map { "CRL \($0)" }, offset.map { "byte \($0)" }].compactMap(\.self)
        return place.isEmpty ? reason : place.joined(separator: ", ") + ": " + reason
    }
}
