package import TrustEvaluation
package import TrustModel
import X509Parsing

/// Parses CRLs and OCSP responses with the parsers of X509Parsing.
package struct OpenSSLEvidenceReader: RevocationEvidenceReading {
    private let certificates = OpenSSLCertificateReader()

    /// Creates a stateless reader.
    package init() {}

    /// Parses CRLs up to the first invalid one.
    package func revocationLists(
        in bytes: [UInt8],
        limits: EvidenceLimits
    ) throws(EvidenceReadingError) -> [CertificateRevocationList] {
        guard DERReader.looksLikeDER(bytes) || !PEMReader.looksLikePEM(bytes) else {
            return try listsInPEM(bytes, limits)
        }
        guard bytes.first == DERTag.sequence else {
            throw EvidenceReadingError(.noEvidence, reason: "the input is neither PEM nor DER")
        }
        if let form = PrivateKeyForm.name(of: bytes) { throw Self.privateKey(form, "a CRL") }
        return [try list(bytes, position: 0, limits)]
    }

    private func listsInPEM(
        _ text: [UInt8],
        _ limits: EvidenceLimits
    ) throws(EvidenceReadingError) -> [CertificateRevocationList] {
        var reader = PEMReader(text)
        var lists: [CertificateRevocationList] = []
        while let result = reader.next() {
            guard let block = try block(result, position: lists.count) else { continue }
            guard lists.count < limits.count else {
                throw EvidenceReadingError(.tooManyPieces, reason: "there are more than \(limits.count) CRLs")
            }
            lists.append(try list(block.content, position: lists.count, limits))
        }
        guard !lists.isEmpty else { throw EvidenceReadingError(.noEvidence, reason: "there is no CRL") }
        return lists
    }

    /// Returns the block if it contains a CRL; nil for other blocks, which are ignored.
    private func block(
        _ result: Result<PEMBlock, PEMError>,
        position: Int
    ) throws(EvidenceReadingError) -> PEMBlock? {
        let isCRL: (String) -> Bool = { $0 == "X509 CRL" || $0 == "CRL" }
        switch result {
        case .success(let block):
            if let form = PrivateKeyForm.name(of: block) { throw Self.privateKey(form, "a CRL", at: block.offset) }
            return isCRL(block.label) ? block : nil
        case .failure(let error):
            if let label = error.label {
                if let form = PrivateKeyForm.name(ofLabel: label) {
                    throw Self.privateKey(form, "a CRL", at: error.start)
                }
                guard isCRL(label) else { return nil }
            }
            throw EvidenceReadingError(.malformedPEM, position: position, offset: error.offset, reason: error.reason)
        }
    }

    static func privateKey(_ form: String, _ expected: String, at offset: Int? = nil) -> EvidenceReadingError {
        let reason = "\(form) was sent where \(expected) is expected; it was not read, but treat it as exposed"
        return EvidenceReadingError(.privateKey, offset: offset, reason: reason)
    }

    private func list(
        _ der: [UInt8],
        position: Int,
        _ limits: EvidenceLimits
    ) throws(EvidenceReadingError) -> CertificateRevocationList {
        try Self.checkSize(of: der, "CRL", atMost: limits.listBytes ?? limits.bytesEach)
        do throws(DERError) {
            let (facts, signed) = try RevocationListParser.parse(der)
            return CertificateRevocationList(
                der: der,
                facts: facts,
                signedPart: signed,
                verifiedKeys: VerifiedKeys(
                    digest: limits.digestsLists ? SignatureScheme.digest(of: signed, in: der) : nil
                )
            )
        } catch {
            throw EvidenceReadingError(
                error.isBound ? .boundExceeded : .malformedEvidence,
                position: position,
                offset: error.offset,
                reason: error.reason
            )
        }
    }

    /// Parses a response and the certificates in it.
    package func ocspResponse(
        in bytes: [UInt8],
        limits: EvidenceLimits
    ) throws(EvidenceReadingError) -> OCSPResponse {
        if let form = PrivateKeyForm.name(in: bytes) { throw Self.privateKey(form, "an OCSP response") }
        guard bytes.first == DERTag.sequence else {
            throw EvidenceReadingError(.noEvidence, reason: "the input is not DER")
        }
        try Self.checkSize(of: bytes, "OCSP response", atMost: limits.bytesEach)
        do throws(DERError) {
            let parsed = try OCSPResponseParser.parse(bytes)
            return OCSPResponse(
                der: bytes,
                status: parsed.status,
                answer: try parsed.answer.map { answer throws(DERError) in try complete(answer, in: bytes) },
                verifiedKeys: VerifiedKeys()
            )
        } catch {
            let code: EvidenceReadingError.Code = error.isBound ? .boundExceeded : .malformedEvidence
            throw EvidenceReadingError(code, offset: error.offset, reason: error.reason)
        }
    }

    private func complete(
        _ answer: OCSPResponseParser.Answer,
        in der: [UInt8]
    ) throws(DERError) -> OCSPResponse.Answer {
        var inside: [Certificate] = []
        for range in answer.certificates {
            do throws(CertificateReadingError) {
                let limits = CertificateLimits(count: 1)
                inside += try certificates.certificates(in: Array(der[range]), limits: limits)
            } catch {
                throw DERError(
                    offset: range.lowerBound + (error.offset ?? 0),
                    reason: "in certificate \(inside.count) of the response, \(error.reason)",
                    isBound: error.code == .boundExceeded
                )
            }
        }
        return OCSPResponse.Answer(facts: answer.facts, certificates: inside, signedPart: answer.signedPart)
    }

    private static func checkSize(
        of der: [UInt8],
        _ what: String,
        atMost maximum: Int
    ) throws(EvidenceReadingError) {
        guard der.count > maximum else { return }
        throw EvidenceReadingError(
            .pieceTooLarge,
            reason: "the \(what) has \(der.count) bytes, more than \(maximum)"
        )
    }
}
