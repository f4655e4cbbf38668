import TrustEvaluation
import TrustModel
import TrustOpenSSL
import X509Parsing

extension ParserHarness {
    /// A DER OCSP response.
    static let ocspResponse = ParserHarness("ocsp", maximumLength: 2048, isDER: true) { der throws(BrokenRule) in
        let parsed: OCSPResponseParser.Parsed
        do throws(DERError) {
            parsed = try OCSPResponseParser.parse(der)
        } catch {
            try require((0...der.count).contains(error.offset), "the error at \(error.offset) is in the DER")
            return .rejected
        }
        try require(
            (try? OCSPResponseParser.parse(der.dropped(1))) == nil,
            "a response without its last byte is rejected"
        )
        try require((try? OCSPResponseParser.parse(der + [0])) == nil, "a response with trailing data is rejected")
        try require(
            (parsed.status == .successful) == (parsed.answer != nil),
            "only successful responses have an answer"
        )
        if let answer = parsed.answer { try checkAnswer(answer, in: der) }
        try checkReading(of: der, parsed)
        return .accepted
    }

    private static func checkAnswer(_ answer: OCSPResponseParser.Answer, in der: [UInt8]) throws(BrokenRule) {
        try answer.signedPart.checkPlaces(in: der, end: der.count)
        var end = answer.signedPart.signature.upperBound
        for certificate in answer.certificates {
            try require(
                end < certificate.lowerBound && certificate.upperBound <= der.count
                    && certificate.isSequence(in: der),
                "certificates are SEQUENCEs after the signature: \(certificate)"
            )
            // The next certificate follows immediately.
            end = certificate.upperBound - 1
        }
        // A single response has an identifier of at least 16 octets, a status of 2 and a time of 15, plus headers.
        let count = answer.facts.responses.count
        try require(count * 30 <= der.count, "the size of the response limits the number of single responses: \(count)")
    }

    private static func checkReading(of der: [UInt8], _ parsed: OCSPResponseParser.Parsed) throws(BrokenRule) {
        try require(PrivateKeyForm.name(of: der) == nil, "no response begins like a private key")
        let response: OCSPResponse
        do throws(EvidenceReadingError) {
            response = try OpenSSLEvidenceReader().ocspResponse(in: der, limits: EvidenceLimits())
        } catch {
            let offset = error.offset ?? -1
            return try require(
                (parsed.answer?.certificates ?? []).contains { ($0.lowerBound...$0.upperBound).contains(offset) },
                "the reader accepts a parsed response unless a certificate in it is malformed: \(error)"
            )
        }
        try requireSame(response, parsed)
    }

    private static func requireSame(_ response: OCSPResponse, _ parsed: OCSPResponseParser.Parsed) throws(BrokenRule) {
        try require(response.status == parsed.status, "a response keeps its status")
        guard let answer = response.answer, let other = parsed.answer else {
            return try require(response.answer == nil && parsed.answer == nil, "a response keeps its answer")
        }
        try require(
            answer.facts.responses == other.facts.responses && answer.facts.responderID == other.facts.responderID
                && answer.facts.producedAt == other.facts.producedAt && answer.signedPart == other.signedPart,
            "parsing an answer again has the same result"
        )
        try require(
            answer.certificates.map(\.der) == other.certificates.map { Array(response.der[$0]) },
            "the certificates of a response keep their DER"
        )
    }
}
