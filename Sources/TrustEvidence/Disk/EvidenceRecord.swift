package import TrustEvaluation
package import TrustModel

/// One entry of the disk cache: signed evidence as it was fetched, and what is needed to find, show and check it again.
///
/// The facts are not signed. They select an entry and are shown to operators; whether evidence may be used is decided from
/// its signed bytes alone.
package struct EvidenceRecord: Sendable, Equatable {
    /// The kind of evidence.
    package let method: EvidenceNeed.Method
    /// The URL from which the evidence was fetched.
    package let location: String
    /// The name of the issuer in DER; empty for certificates of a missing issuer.
    package let issuerName: [UInt8]
    /// The SHA-256 digest of the issuer's public key; empty for certificates of a missing issuer.
    package let issuerKey: [UInt8]
    /// The content octets of the serial number that an OCSP response is about; empty for other evidence.
    package let serialNumber: [UInt8]
    /// The certificate of the issuer in DER; empty for certificates of a missing issuer.
    package let issuerCertificate: [UInt8]
    /// The time at which the evidence was fetched.
    package let storedAt: Instant
    /// How long HTTP allows to use the evidence, in seconds from ``storedAt``; nil without such a limit.
    package let maximumAge: Int64?
    /// The time at which the information was known to be correct.
    package let thisUpdate: Instant
    /// The last second at which the evidence may be used.
    package let end: Instant
    /// The octets of the CRL number; nil without one.
    package let crlNumber: [UInt8]?
    /// The signed bytes.
    package let content: [UInt8]

    /// Whether this is older information than another entry for the same need, as ``StoredEvidence/Edition/isOlder(than:)``
    /// decides.
    package func isOlder(than other: EvidenceRecord) -> Bool {
        if method == .crl, let number, let otherNumber = other.number, number != otherNumber {
            return number < otherNumber
        }
        return thisUpdate < other.thisUpdate
    }

    /// The CRL number; nil without one.
    package var number: CRLNumber? { crlNumber.flatMap { CRLNumber(content: [0] + $0) } }

    /// The key of the entry: equal for evidence of which only one piece is kept.
    package var key: [UInt8] {
        Self.key(method, location: location, issuerName: issuerName, issuerKey: issuerKey, serialNumber: serialNumber)
    }

    static func key(
        _ method: EvidenceNeed.Method,
        location: String,
        issuerName: [UInt8],
        issuerKey: [UInt8],
        serialNumber: [UInt8]
    ) -> [UInt8] {
        var writer = RecordWriter()
        writer.write(Self.number(of: method))
        // Any responder's answer about a certificate is as good as another's.
        writer.write(method == .ocsp ? [] : Array(location.utf8))
        for part in [issuerName, issuerKey, serialNumber] { writer.write(part) }
        return writer.bytes
    }

    /// Whether a key is that of the certificates of a missing issuer.
    package static func isOfIssuer(_ key: [UInt8]) -> Bool { key.first == number(of: .issuer) }

    private static func number(of method: EvidenceNeed.Method) -> UInt8 {
        switch method {
        case .ocsp: 1
        case .crl: 2
        case .issuer: 3
        }
    }
}

/// The encoding: a version, the facts in order, each text after its length. Numbers are big-endian.
extension EvidenceRecord {
    private static let version: UInt8 = 1
    /// The maximum length of a URL, as in ``EvidenceNeed``.
    private static let maximumLocation = 1024
    /// The seconds of the years 0 to 9999.
    private static let times: ClosedRange<Int64> = -62_167_219_200...253_402_300_799
    /// The maximum length of serial and CRL numbers; conforming issuers use at most 20 octets.
    private static let maximumNumber = 1024

    /// The encoding of all but the key and the content.
    package var encodedFacts: [UInt8] {
        var writer = RecordWriter()
        writer.write(Self.version)
        writer.write(Self.number(of: method))
        for part in [Array(location.utf8), issuerName, issuerKey, serialNumber, issuerCertificate] {
            writer.write(part)
        }
        for number in [storedAt.secondsSince1970, maximumAge ?? -1, thisUpdate.secondsSince1970, end.secondsSince1970] {
            writer.write(number)
        }
        writer.write(crlNumber == nil ? 0 : 1 as UInt8)
        writer.write(crlNumber ?? [])
        return writer.bytes
    }

    /// Decodes the facts of an entry; nil if they have another version or are malformed.
    package init?(description: [UInt8], content: [UInt8]) {
        var reader = RecordReader(description)
        guard reader.byte() == Self.version, let kind = reader.byte(),
            let method = EvidenceNeed.Method.allCases.first(where: { Self.number(of: $0) == kind }),
            let location = reader.bytes(maximum: Self.maximumLocation),
            location.allSatisfy({ (0x21...0x7E).contains($0) }),
            let issuerName = reader.bytes(), let issuerKey = reader.bytes(maximum: 32),
            let serialNumber = reader.bytes(maximum: Self.maximumNumber),
            let issuerCertificate = reader.bytes(),
            let storedAt = reader.integer(), let maximumAge = reader.integer(), maximumAge >= -1,
            let thisUpdate = reader.integer(), let end = reader.integer(),
            let hasNumber = reader.byte(), hasNumber <= 1,
            let crlNumber = reader.bytes(maximum: hasNumber == 1 ? Self.maximumNumber : 0),
            reader.isAtEnd
        else { return nil }
        // Times that an ASN.1 GeneralizedTime can have, so that differences cannot overflow.
        guard [storedAt, thisUpdate, end].allSatisfy(Self.times.contains) else { return nil }
        // Only the fields of the kind are present, so that each record has exactly one encoding.
        guard (method == .issuer) == issuerName.isEmpty, issuerKey.count == (method == .issuer ? 0 : 32),
            (method == .issuer) == issuerCertificate.isEmpty, (method == .ocsp) == !serialNumber.isEmpty,
            method == .crl || hasNumber == 0
        else { return nil }
        self.method = method
        self.location = String(decoding: location, as: UTF8.self)
        self.issuerName = issuerName
        self.issuerKey = issuerKey
        self.serialNumber = serialNumber
        self.issuerCertificate = issuerCertificate
        self.storedAt = Instant(secondsSince1970: storedAt)
        self.maximumAge = maximumAge < 0 ? nil : maximumAge
        self.thisUpdate = Instant(secondsSince1970: thisUpdate)
        self.end = Instant(secondsSince1970: end)
        self.crlNumber = hasNumber == 1 ? crlNumber : nil
        self.content = content
    }
}
