import TrustEvaluation
import TrustModel

/// Parses fake evidence in the form of ``FakeCertificate``: a SEQUENCE with the letters of a name, in DER or PEM.
///
/// The name `bad` is malformed at byte 14; the response `later` has no answer.
struct FakeEvidenceReader: RevocationEvidenceReading {
    func revocationLists(
        in bytes: [UInt8],
        limits: EvidenceLimits
    ) throws(EvidenceReadingError) -> [CertificateRevocationList] {
        var lists: [CertificateRevocationList] = []
        for der in FakeCertificateReader.elements(in: bytes) {
            guard lists.count < limits.count else {
                throw EvidenceReadingError(.tooManyPieces, reason: "there are too many CRLs")
            }
            try Self.check(der)
            lists.append(Self.list(der))
        }
        guard !lists.isEmpty else { throw EvidenceReadingError(.noEvidence, reason: "there is no CRL") }
        return lists
    }

    func ocspResponse(in bytes: [UInt8], limits: EvidenceLimits) throws(EvidenceReadingError) -> OCSPResponse {
        guard bytes.first == 0x30 else { throw EvidenceReadingError(.noEvidence, reason: "there is no DER") }
        try Self.check(bytes)
        if bytes == FakeCertificate.der("later") { return OCSPResponse(der: bytes, status: .tryLater, answer: nil) }
        let facts = OCSPAnswerFacts(
            responderID: .keyHash([]),
            producedAt: Instant(secondsSince1970: 0),
            responses: [],
            signatureAlgorithm: AlgorithmIdentifier(algorithm: .ed25519, parameters: nil)
        )
        let answer = OCSPResponse.Answer(facts: facts, certificates: [], signedPart: Self.signedPart)
        return OCSPResponse(der: bytes, status: .successful, answer: answer)
    }

    private static let signedPart = SignedPart(content: 0..<0, algorithm: 0..<0, signature: 0..<0)

    private static func check(_ der: [UInt8]) throws(EvidenceReadingError) {
        guard der != FakeCertificate.der("bad") else {
            throw EvidenceReadingError(.malformedEvidence, offset: 14, reason: "it is bad")
        }
    }

    private static func list(_ der: [UInt8]) -> CertificateRevocationList {
        let facts = CertificateRevocationListFacts(
            issuer: DistinguishedName(der: der, attributes: [], matchingKey: der),
            thisUpdate: Instant(secondsSince1970: 0),
            nextUpdate: nil,
            signatureAlgorithm: AlgorithmIdentifier(algorithm: .ed25519, parameters: nil)
        )
        return CertificateRevocationList(der: der, facts: facts, signedPart: signedPart)
    }
}
