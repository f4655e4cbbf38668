package import TrustModel

/// Parses a certificate (RFC 5280 section 4.1) without cryptographic checks.
///
/// The outer structure must be valid DER. The parser accepts malformed extensions, times and keys, and records them as
/// facts that the rules evaluate.
package struct CertificateParser {
    /// The parsed fields of a certificate, without digests.
    package struct Parsed {
        /// The version, 1 if the field is absent.
        package var version = 1
        /// The content octets of the serial number.
        package var serialNumber: [UInt8]
        /// The `signature` field of the signed part.
        package var innerAlgorithm: AlgorithmIdentifier
        /// The `signatureAlgorithm` field outside the signed part.
        package var outerAlgorithm: AlgorithmIdentifier
        /// The name of the issuer.
        package var issuer: DistinguishedName
        /// The name of the subject.
        package var subject: DistinguishedName
        /// The start of the validity period; nil if it is malformed.
        package var notBefore: Instant?
        /// The end of the validity period; nil if it is malformed.
        package var notAfter: Instant?
        /// The times that are malformed, in order.
        package var malformedTimes: [MalformedTime]
        /// Whether both times have the encoding that their years require (RFC 5280 section 4.1.2.5).
        package var hasConformingTimes: Bool
        /// The kind and size of the subject's public key.
        package var publicKey: PublicKeyFacts
        /// The range of the SubjectPublicKeyInfo in the DER.
        package var publicKeyInfo: Range<Int>
        /// Whether there is an issuerUniqueID or a subjectUniqueID.
        package var hasUniqueIdentifiers: Bool
        /// The parts outside the extensions that DER omits.
        package var deviations: EncodingDeviations
        /// The extensions; empty if the field is absent.
        package var extensions: CertificateExtensions
        /// The ranges of the signature and the signed bytes in the DER.
        package var signedPart: SignedPart
        /// The end of the certificate; later bytes are not part of it.
        package var end: Int
    }

    /// Returns cached extensions with the same encoding, or calls `read`.
    package typealias ExtensionSharing = (
        _ encoding: [UInt8],
        _ read: () throws(DERError) -> CertificateExtensions
    ) throws(DERError) -> CertificateExtensions

    /// Parses the certificate at the start of a byte array.
    ///
    /// - Parameters:
    ///   - der: The bytes; further bytes may follow the certificate.
    ///   - readIssuer: Reads the issuer's name, or returns a cached copy.
    ///   - shareExtensions: Returns extensions shared with other certificates; nil to parse all extensions.
    /// - Returns: The parsed fields.
    /// - Throws: ``DERError`` with the offset of the first invalid byte.
    package static func parse(
        _ der: [UInt8],
        readIssuer: (inout DERReader) throws(DERError) -> DistinguishedName = Self.readIssuer,
        shareExtensions: ExtensionSharing? = nil
    ) throws(DERError) -> Parsed {
        var outermost = DERReader(der)
        let whole = try outermost.read(DERTag.sequence, "the certificate")
        var certificate = outermost.inside(whole)
        let content = try certificate.read(DERTag.sequence, "the signed part")
        var body = certificate.inside(content)
        let algorithmStart = certificate.position
        let outerAlgorithm = try certificate.readAlgorithm("the signature algorithm")
        let algorithmEnd = certificate.position
        let signature = try certificate.readSignature()
        try certificate.requireEnd("the signature")

        let (version, isVersionWritten) = try readVersion(&body)
        let serialNumber = try body.readInteger("the serial number")
        let innerAlgorithm = try body.readAlgorithm("the signature algorithm in the signed part")
        let issuer = try readIssuer(&body)
        var validity = body.inside(try body.read(DERTag.sequence, "the validity"))
        var malformedTimes: [MalformedTime] = []
        let (notBefore, isFirstConforming) = try readTime(&validity, "notBefore", noting: &malformedTimes)
        let (notAfter, isLastConforming) = try readTime(&validity, "notAfter", noting: &malformedTimes)
        try validity.requireEnd("the validity")
        let subject = try readSubject(&body, issuedBy: issuer)
        let publicKeyInfo = try body.read(DERTag.sequence, "the public key")
        var keyReader = body.inside(publicKeyInfo)
        let publicKey = try PublicKeyParser.parse(&keyReader)
        var deviations: EncodingDeviations = isVersionWritten && version == 1 ? .version : []
        if EncodingDeviations.encodesDefault(outerAlgorithm) { deviations.insert(.signatureParameters) }
        if publicKey.kind == .rsaPSS {
            var key = body.inside(publicKeyInfo)
            let algorithm = try key.readAlgorithm("the public key's algorithm")
            if EncodingDeviations.encodesDefault(algorithm) { deviations.insert(.keyParameters) }
        }
        let hasIssuerID = try readUniqueIdentifier(&body, DERTag.primitive(1), what: "the issuer's unique identifier")
        let hasSubjectID = try readUniqueIdentifier(&body, DERTag.primitive(2), what: "the subject's unique identifier")
        let extensions = try readExtensions(&body, shareExtensions)
        try body.requireEnd("the signed part")
        return Parsed(
            version: version,
            serialNumber: serialNumber,
            innerAlgorithm: innerAlgorithm,
            outerAlgorithm: outerAlgorithm,
            issuer: issuer,
            subject: subject,
            notBefore: notBefore,
            notAfter: notAfter,
            malformedTimes: malformedTimes,
            hasConformingTimes: isFirstConforming && isLastConforming,
            publicKey: publicKey,
            publicKeyInfo: publicKeyInfo.whole,
            hasUniqueIdentifiers: hasIssuerID || hasSubjectID,
            deviations: deviations,
            extensions: extensions,
            signedPart: SignedPart(
                content: content.whole,
                algorithm: algorithmStart..<algorithmEnd,
                signature: signature
            ),
            end: whole.whole.upperBound
        )
    }

    /// Reads the issuer's name without a cache.
    package static func readIssuer(_ body: inout DERReader) throws(DERError) -> DistinguishedName {
        try body.readName("the issuer")
    }

    /// Reads the subject; if its encoding equals the issuer's, as in roots, returns the issuer's object.
    private static func readSubject(
        _ body: inout DERReader,
        issuedBy issuer: DistinguishedName
    ) throws(DERError) -> DistinguishedName {
        var rest = body
        let element = try rest.read(DERTag.sequence, "the subject")
        guard element.whole.count == issuer.der.count, body.copy(element.whole) == issuer.der else {
            return try body.readName("the subject")
        }
        body = rest
        return issuer
    }

    /// Returns whether a unique identifier, a BIT STRING, is present (RFC 5280 section 4.1.2.8).
    private static func readUniqueIdentifier(
        _ body: inout DERReader,
        _ tag: UInt8,
        what: String
    ) throws(DERError) -> Bool {
        guard let element = try body.readIf(tag, what) else { return false }
        let content = body.bytes[element.content]
        guard let unused = content.first, unused < 8, unused == 0 || content.count > 1 else {
            throw DERError(offset: element.whole.lowerBound, reason: "\(what) is not a valid BIT STRING")
        }
        return true
    }

    /// The maximum number of octets of a version; all standard versions have one, and longer ones cannot be shown in JSON.
    private static let maximumVersionLength = 6

    /// Returns the version, which is the encoded number plus one, and whether it is encoded.
    private static func readVersion(_ body: inout DERReader) throws(DERError) -> (number: Int, isWritten: Bool) {
        guard let element = try body.readIf(DERTag.constructed(0), "the version") else { return (1, false) }
        var inner = body.inside(element)
        let start = inner.position
        let content = try inner.readInteger("the version")
        guard content[0] < 0x80 else { throw DERError(offset: start, reason: "the version is negative") }
        guard content.count <= maximumVersionLength else {
            throw DERError.beyondBound(at: start, "the version has more than \(maximumVersionLength) octets")
        }
        try inner.requireEnd("the version")
        return (content.reduce(0) { $0 << 8 | Int($1) } + 1, true)
    }

    /// Returns a time, and whether it has the required encoding (RFC 5280 section 4.1.2.5).
    ///
    /// Times through 2049 must be UTCTime, later ones GeneralizedTime.
    private static func readTime(
        _ validity: inout DERReader,
        _ field: String,
        noting malformed: inout [MalformedTime]
    ) throws(DERError) -> (instant: Instant?, isConforming: Bool) {
        let isShort = validity.nextTag == DERTag.utcTime
        var text = validity
        let instant = try validity.readTime(field)
        if instant == nil {
            let element = try text.readAny(field)
            let defect = TimeDefect.clause(about: text.bytes[element.content], isShort: isShort)
            malformed.append(MalformedTime(field: field, defect: defect))
        }
        return (instant, instant.map { isShort == ($0 < firstOf2050) } ?? false)
    }

    private static let firstOf2050 = Instant(secondsSince1970: 2_524_608_000)

    private static func readExtensions(
        _ body: inout DERReader,
        _ sharing: ExtensionSharing?
    ) throws(DERError) -> CertificateExtensions {
        guard let element = try body.readIf(DERTag.constructed(3), "the extensions") else {
            return CertificateExtensions()
        }
        var outer = body.inside(element)
        var list = outer.inside(try outer.read(DERTag.sequence, "the list of extensions"))
        try outer.requireEnd("the extensions")
        return try ExtensionParser.parse(&list, sharing: sharing)
    }
}
