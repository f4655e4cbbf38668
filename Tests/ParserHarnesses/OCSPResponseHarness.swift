import TrustEvaluation
import TrustModel
import TrustOpenSSL
import X509Parsing

extension ParserHarness {
    /// One DER OCSP response.
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
            "a response without its last byte is cut off"
        )
        try require((try? OCSPResponseParser.parse(der + [0])) == nil, "nothing may follow a response")
        try require(
            (parsed.status == .successful) == (parsed.answer != nil),
            "successful responses alone have an answer"
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
                "certificates are SEQUENCEs behind the signature: \(certificate)"
            )
            // The next one follows immediately.
            end = certificate.upperBound - 1
        }
        // An answer has an identifier, a status and a time, forty octets at least.
        let count = answer.facts.responses.count
        try require(count * 30 <= der.count, "there are no more answers than the response has room for: \(count)")
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
                "a response that is parsed is read, unless a certificate in it is malformed: \(error)"
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
            "an answer says the same each time it is read"
        )
        try require(
            answer.certificates.map(\.der) == other.certificates.map { Array(response.der[$0]) },
            "the certificates of a response keep their DER"
        )
    }
}
