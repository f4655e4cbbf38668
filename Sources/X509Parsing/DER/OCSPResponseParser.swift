package import TrustModel

/// Parses an OCSP response (RFC 6960 section 4.2.1) without cryptographic checks.
///
/// Every part must be valid, since partly understood evidence cannot be used.
package enum OCSPResponseParser {
    /// The parsed response; the certificates inside are not parsed.
    package struct Parsed {
        /// The status of the response.
        package var status: OCSPResponse.Status
        /// The basic response; nil unless the status is `successful`.
        package var answer: Answer?
    }

    /// A basic response.
    package struct Answer {
        /// The parsed fields.
        package var facts: OCSPAnswerFacts
        /// The ranges of the certificates in the DER.
        package var certificates: [Range<Int>]
        /// The ranges of the signed bytes, the algorithm and the signature in the DER.
        package var signedPart: SignedPart
    }

    /// The maximum number of certificates in a response; a response from a delegated responder has one.
    static let maximumCertificates = 10
    /// The maximum number of single responses; responders answer for the one or few requested certificates.
    static let maximumAnswers = 1000

    /// Parses bytes that must be exactly one response.
    package static func parse(_ der: [UInt8]) throws(DERError) -> Parsed {
        var outermost = DERReader(der)
        var response = outermost.inside(try outermost.read(DERTag.sequence, "the response"))
        try outermost.requireEnd("the response")
        let status = status(try response.readEnumerated("the response's status"))
        let bytesStart = response.position
        let wrapper = try response.readIf(DERTag.constructed(0), "the response's bytes")
        try response.requireEnd("the response's bytes")
        guard status == .successful else { return Parsed(status: status, answer: nil) }
        guard let wrapper else { throw DERError(offset: bytesStart, reason: "the response's bytes are missing") }
        var outer = response.inside(wrapper)
        var typed = outer.inside(try outer.read(DERTag.sequence, "the response's bytes"))
        try outer.requireEnd("the response's bytes")
        let typeStart = typed.position
        let type = try typed.readOID("the response's type")
        guard type == .basicOCSPResponse else {
            throw DERError(offset: typeStart, reason: "the response has the unknown type \(type)")
        }
        let basic = try typed.read(DERTag.octetString, "the basic response")
        try typed.requireEnd("the basic response")
        return Parsed(status: status, answer: try answer(typed.inside(basic)))
    }

    private static func status(_ number: Int) -> OCSPResponse.Status {
        let statuses: [Int: OCSPResponse.Status] = [
            0: .successful, 1: .malformedRequest, 2: .internalError, 3: .tryLater, 5: .sigRequired, 6: .unauthorized,
        ]
        return statuses[number] ?? .other(number)
    }

    private static func answer(_ reader: DERReader) throws(DERError) -> Answer {
        var outer = reader
        var basic = outer.inside(try outer.read(DERTag.sequence, "the basic response"))
        try outer.requireEnd("the basic response")
        let data = try basic.read(DERTag.sequence, "the response data")
        let algorithmStart = basic.position
        let algorithm = try basic.readAlgorithm("the signature algorithm")
        let algorithmRange = algorithmStart..<basic.position
        let signature = try basic.readSignature()
        let certificates = try certificates(&basic)
        try basic.requireEnd("the basic response")
        return Answer(
            facts: try facts(basic.inside(data), algorithm),
            certificates: certificates,
            signedPart: SignedPart(content: data.whole, algorithm: algorithmRange, signature: signature)
        )
    }

    private static func certificates(_ basic: inout DERReader) throws(DERError) -> [Range<Int>] {
        guard let wrapper = try basic.readIf(DERTag.constructed(0), "the certificates") else { return [] }
        var outer = basic.inside(wrapper)
        var list = outer.inside(try outer.read(DERTag.sequence, "the certificates"))
        try outer.requireEnd("the certificates")
        var ranges: [Range<Int>] = []
        while !list.isAtEnd {
            try list.require(
                ranges.count < maximumCertificates,
                "there are more than \(maximumCertificates) certificates"
            )
            ranges.append(try list.read(DERTag.sequence, "a certificate").whole)
        }
        return ranges
    }

    private static func facts(
        _ reader: DERReader,
        _ algorithm: AlgorithmIdentifier
    ) throws(DERError) -> OCSPAnswerFacts {
        var data = reader
        if let element = try data.readIf(DERTag.constructed(0), "the version") {
            var inner = data.inside(element)
            let version = try inner.readCount("the version") + 1
            try inner.requireEnd("the version")
            guard version == 1 else {
                throw DERError(
                    offset: element.whole.lowerBound,
                    reason: "the response has the unsupported version \(version)"
                )
            }
        }
        let responderID = try responderID(&data)
        let producedAt = try data.readGeneralizedTime("producedAt")
        var list = data.inside(try data.read(DERTag.sequence, "the single responses"))
        var responses: [OCSPAnswerFacts.Single] = []
        while !list.isAtEnd {
            try list.require(responses.count < maximumAnswers, "there are more than \(maximumAnswers) single responses")
            responses.append(try single(list.inside(try list.read(DERTag.sequence, "a single response"))))
        }
        let unknown = try extensions(&data).filter(\.isCritical).map(\.type)
        try data.requireEnd("the response data")
        return OCSPAnswerFacts(
            responderID: responderID,
            producedAt: producedAt,
            responses: responses,
            signatureAlgorithm: algorithm,
            unknownCriticalExtensions: unknown
        )
    }

    private static func responderID(_ data: inout DERReader) throws(DERError) -> OCSPAnswerFacts.ResponderID {
        let element = try data.readAny("the responder ID")
        var inner = data.inside(element)
        let responder: OCSPAnswerFacts.ResponderID
        switch element.tag {
        case DERTag.constructed(1): responder = .name(try inner.readName("the responder's name"))
        case DERTag.constructed(2):
            let hash = try inner.read(DERTag.octetString, "the digest of the responder's key")
            responder = .keyHash(inner.copy(hash.content))
        default: throw DERError(offset: element.whole.lowerBound, reason: "the responder ID has an unknown form")
        }
        try inner.requireEnd("the responder ID")
        return responder
    }

    private static func single(_ reader: DERReader) throws(DERError) -> OCSPAnswerFacts.Single {
        var single = reader
        let certificateID = try certificateID(&single)
        let status = try certificateStatus(&single)
        let thisUpdate = try single.readGeneralizedTime("thisUpdate")
        var nextUpdate: Instant?
        if let element = try single.readIf(DERTag.constructed(0), "nextUpdate") {
            var inner = single.inside(element)
            nextUpdate = try inner.readGeneralizedTime("nextUpdate")
            try inner.requireEnd("nextUpdate")
        }
        let extensions = try extensions(&single)
        try single.requireEnd("a single response")
        return OCSPAnswerFacts.Single(
            certificateID: certificateID,
            status: status,
            thisUpdate: thisUpdate,
            nextUpdate: nextUpdate,
            unknownCriticalExtensions: extensions.filter(\.isCritical).map(\.type),
            timestamps: extensions.first { $0.type == .ocspTimestamps }
                .map { TimestampParser.lenientElements(ofExtension: single.inside($0.value)) } ?? []
        )
    }

    private static func certificateID(
        _ single: inout DERReader
    ) throws(DERError) -> OCSPAnswerFacts.CertificateID {
        var inner = single.inside(try single.read(DERTag.sequence, "the certificate's identifier"))
        let algorithm = try inner.readAlgorithm("the identifier's digest").algorithm
        let name = try inner.read(DERTag.octetString, "the digest of the issuer's name")
        let key = try inner.read(DERTag.octetString, "the digest of the issuer's key")
        let serialNumber = try inner.readInteger("the serial number")
        try inner.requireEnd("the certificate's identifier")
        return OCSPAnswerFacts.CertificateID(
            hashAlgorithm: algorithm,
            issuerNameHash: inner.copy(name.content),
            issuerKeyHash: inner.copy(key.content),
            serialNumber: serialNumber
        )
    }

    private static func certificateStatus(
        _ single: inout DERReader
    ) throws(DERError) -> OCSPAnswerFacts.CertificateStatus {
        let element = try single.readAny("the certificate's status")
        switch element.tag {
        case DERTag.primitive(0) where element.content.isEmpty: return .good
        case DERTag.primitive(2) where element.content.isEmpty: return .unknown
        case DERTag.constructed(1):
            var inner = single.inside(element)
            let time = try inner.readGeneralizedTime("the revocation time")
            var reason: RevocationReason?
            if let wrapper = try inner.readIf(DERTag.constructed(0), "the reason") {
                var outer = inner.inside(wrapper)
                reason = RevocationReason(number: try outer.readEnumerated("the reason"))
                try outer.requireEnd("the reason")
            }
            try inner.requireEnd("the revocation")
            return .revoked(at: time, reason: reason)
        default:
            throw DERError(offset: element.whole.lowerBound, reason: "the certificate's status has an unknown form")
        }
    }

    /// Returns the extensions under the tag 1.
    ///
    /// The parser supports only the list of certificate timestamps, which is never critical, like nonces and the other
    /// defined extensions.
    private static func extensions(_ reader: inout DERReader) throws(DERError) -> [DERExtension] {
        guard let wrapper = try reader.readIf(DERTag.constructed(1), "the extensions") else { return [] }
        var outer = reader.inside(wrapper)
        let extensions = try outer.readExtensions("the extensions")
        try outer.requireEnd("the extensions")
        return extensions
    }
}
