import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustTestSupport
import X509Parsing

extension ParserHarness {
    /// A DER certificate, optionally followed by trust settings.
    static let certificate = ParserHarness("certificate", maximumLength: 4096, isDER: true) { der throws(BrokenRule) in
        let parsed: CertificateParser.Parsed
        do throws(DERError) {
            parsed = try CertificateParser.parse(der)
        } catch {
            try require((0...der.count).contains(error.offset), "the error at \(error.offset) is in the DER")
            return .rejected
        }
        try require(parsed.end <= der.count, "the certificate ends in the DER")
        try checkPlaces(of: parsed, in: der)
        try checkTrustSettings(behind: parsed.end, in: der)
        try checkReading(of: Array(der[..<parsed.end]), parsed)
        return .accepted
    }

    private static func checkPlaces(of parsed: CertificateParser.Parsed, in der: [UInt8]) throws(BrokenRule) {
        try parsed.signedPart.checkPlaces(in: der, end: parsed.end)
        let content = parsed.signedPart.content
        try require((0..<parsed.end).isSequence(in: der), "the certificate is a SEQUENCE in DER")
        try require(
            content.contains(parsed.publicKeyInfo) && parsed.publicKeyInfo.isSequence(in: der),
            "the public key is a SEQUENCE in the signed part"
        )
        for malformed in parsed.extensions.malformed {
            try require(
                content.contains(malformed.offset) || malformed.offset == content.upperBound,
                "the malformed extension \(malformed.type) is in the signed part"
            )
            try require(
                parsed.extensions.contains(malformed.type),
                "the malformed extension \(malformed.type) is listed"
            )
        }
    }

    private static func checkTrustSettings(behind end: Int, in der: [UInt8]) throws(BrokenRule) {
        let parts: (certificate: [UInt8], settings: TrustSettings?)
        do throws(DERError) {
            parts = try TrustSettingsParser.parse(der) { SHA256.fingerprint(of: $0) }
        } catch {
            return try require(
                (end...der.count).contains(error.offset),
                "the error at \(error.offset) in trust settings is after the certificate"
            )
        }
        try require(parts.certificate == Array(der[..<end]), "trust settings follow the certificate")
        try require(end < der.count || parts.settings == nil, "a certificate alone has no trust settings")
    }

    /// Kept for the whole process, so that inputs share the extensions and issuers of earlier ones.
    private static let sharingReader = OpenSSLCertificateReader(cache: CertificateCache(entries: 512))

    /// Parses a certificate twice with shared parts, which must not change facts or errors.
    private static func checkSharing(of der: [UInt8]) throws(BrokenRule) {
        let alone = description(of: der, by: OpenSSLCertificateReader())
        for _ in 0..<2 {
            let shared = description(of: der, by: sharingReader)
            try require(shared == alone, "shared parts do not change the result: \(shared) instead of \(alone)")
        }
    }

    private static func description(of der: [UInt8], by reader: OpenSSLCertificateReader) -> String {
        do {
            let certificates = try reader.certificates(in: der, limits: CertificateLimits())
            let instant = Instant(secondsSince1970: 1_790_000_000)
            return String(decoding: ChainDescription.json(certificates, plan: nil, at: instant), as: UTF8.self)
        } catch {
            return "\(error)"
        }
    }

    /// Parses a certificate like in requests, as DER and as PEM.
    private static func checkReading(of der: [UInt8], _ parsed: CertificateParser.Parsed) throws(BrokenRule) {
        try require(
            (try? CertificateParser.parse(der.dropped(1))) == nil,
            "a certificate without its last byte is rejected"
        )
        // Shorter DER is considered text; no certificate is so short.
        guard DERReader.looksLikeDER(der) else { return }
        try require(PrivateKeyForm.name(of: der) == nil, "no certificate begins like a private key")
        try checkSharing(of: der)
        let reader = OpenSSLCertificateReader()
        let limits = CertificateLimits()
        guard let certificate = try? reader.certificates(in: der, limits: limits).first else {
            throw BrokenRule(description: "the reader accepts a parsed certificate")
        }
        let pem = Array(TestPEM.encode("CERTIFICATE", der).utf8)
        guard let wrapped = try? reader.certificates(in: pem, limits: limits), wrapped.count == 1 else {
            throw BrokenRule(description: "the reader accepts the certificate in PEM")
        }
        try require(certificate.der == der && wrapped[0].der == der, "a certificate keeps its DER")
        try require(wrapped[0].facts.fingerprint == certificate.facts.fingerprint, "PEM keeps the fingerprint")
        try require(
            certificate.facts.publicKeyFingerprint == SHA256.fingerprint(of: der[parsed.publicKeyInfo]),
            "the public key fingerprint is the digest of the SubjectPublicKeyInfo"
        )
        try require(
            (try? reader.certificates(in: der + [0], limits: limits)) == nil,
            "a certificate with trailing data is rejected"
        )
        let difference = OpenSSLDifference.first(in: certificate)
        try require(difference == nil, "OpenSSL can parse the certificate: \(difference ?? "")")
        let instant = Instant(secondsSince1970: 1_790_000_000)
        let described = ChainDescription.json([certificate], plan: nil, at: instant)
        try require(described == ChainDescription.json(wrapped, plan: nil, at: instant), "PEM keeps the facts")
        try require((try? JSONReader.read(described)) != nil, "the description of a certificate is JSON")
        let findings = CertificateInspection.findings(of: certificate, at: instant)
        try require(findings == CertificateInspection.findings(of: wrapped[0], at: instant), "PEM keeps the findings")
    }
}

extension SignedPart {
    /// Checks the order of the signed part, the algorithm and the signature, and that no bytes follow.
    func checkPlaces(in der: [UInt8], end: Int) throws(BrokenRule) {
        try require(
            0 < content.lowerBound && content.upperBound == algorithm.lowerBound
                && algorithm.upperBound < signature.lowerBound && signature.upperBound <= end && end <= der.count,
            "the signed part, the algorithm and the signature follow each other: \(self)"
        )
        try require(
            content.isSequence(in: der) && algorithm.isSequence(in: der),
            "the signed part and the algorithm are SEQUENCEs in DER: \(self)"
        )
    }
}

extension Range<Int> {
    func contains(_ other: Range<Int>) -> Bool { lowerBound <= other.lowerBound && other.upperBound <= upperBound }

    /// Returns whether a SEQUENCE with a DER length fills the range (X.690 section 10.1).
    func isSequence(in der: [UInt8]) -> Bool {
        let header: [UInt8] =
            switch count {
            case 2..<0x82: [0x30, UInt8(count - 2)]
            case 0x83..<0x103: [0x30, 0x81, UInt8(count - 3)]
            default: [0x30, 0x82, UInt8(truncatingIfNeeded: (count - 4) >> 8), UInt8(truncatingIfNeeded: count - 4)]
            }
        return upperBound <= der.count && der[lowerBound...].starts(with: header)
    }
}

extension [UInt8] {
    /// Returns the array without bytes at the end.
    func dropped(_ count: Int) -> [UInt8] { Array(dropLast(count)) }
}
