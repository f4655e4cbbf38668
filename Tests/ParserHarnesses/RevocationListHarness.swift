import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustTestSupport
import X509Parsing

extension ParserHarness {
    /// A DER CRL.
    static let revocationList = ParserHarness("crl", maximumLength: 2048, isDER: true) { der throws(BrokenRule) in
        let (facts, signed): (CertificateRevocationListFacts, SignedPart)
        do throws(DERError) {
            (facts, signed) = try RevocationListParser.parse(der)
        } catch {
            try require((0...der.count).contains(error.offset), "the error at \(error.offset) is in the DER")
            return .rejected
        }
        try require(der.indices.isSequence(in: der), "a CRL is a SEQUENCE in DER")
        try signed.checkPlaces(in: der, end: der.count)
        try require((try? RevocationListParser.parse(der.dropped(1))) == nil, "a CRL without its last byte is rejected")
        try require((try? RevocationListParser.parse(der + [0])) == nil, "a CRL with trailing data is rejected")
        try checkEntries(facts, in: der)
        guard DERReader.looksLikeDER(der) else { return .accepted }
        try require(PrivateKeyForm.name(of: der) == nil, "no CRL begins like a private key")
        let reader = OpenSSLEvidenceReader()
        guard let list = try? reader.revocationLists(in: der, limits: EvidenceLimits()).first,
            let wrapped = try? reader.revocationLists(
                in: Array(TestPEM.encode("X509 CRL", der).utf8),
                limits: EvidenceLimits()
            ),
            wrapped.count == 1
        else { throw BrokenRule(description: "the reader accepts a parsed CRL in DER and in PEM") }
        for read in [list, wrapped[0]] {
            try require(read.der == der && read.signedPart == signed, "a CRL keeps its DER")
            try require(read.facts.hasSameContent(as: facts), "parsing a CRL again has the same result")
        }
        return .accepted
    }

    private static func checkEntries(_ facts: CertificateRevocationListFacts, in der: [UInt8]) throws(BrokenRule) {
        let tables = [facts.entries].compactMap(\.self) + facts.indirectEntries.values
        let count = tables.reduce(0) { $0 + $1.count }
        // An entry has a SEQUENCE, an INTEGER and a time, at least twenty octets.
        try require(count * 20 <= der.count, "the size of the CRL limits the number of entries: \(count)")
        for table in tables {
            let serialNumbers = Set(table.serialNumbers)
            try require(serialNumbers.count == table.count, "each serial number is listed once")
            try require(serialNumbers.allSatisfy { table.entry(of: $0) != nil }, "each listed certificate has an entry")
        }
        for serialNumber in tables.flatMap(\.serialNumbers) {
            let isMinimal = serialNumber.count == 1 || serialNumber[0] != 0 || serialNumber[1] >= 0x80
            try require(isMinimal, "serial numbers are minimal: \(serialNumber)")
        }
        try require(
            facts.indirectEntries[facts.issuer] == nil,
            "entries of the CRL issuer are not entries of another issuer"
        )
        try require(
            zip(facts.unknownCriticalExtensions, facts.unknownCriticalExtensions.dropFirst()).allSatisfy(!=),
            "each unknown extension is listed once"
        )
    }
}

extension CertificateRevocationListFacts {
    fileprivate func hasSameContent(as other: CertificateRevocationListFacts) -> Bool {
        issuer.der == other.issuer.der && thisUpdate == other.thisUpdate && nextUpdate == other.nextUpdate
            && signatureAlgorithm == other.signatureAlgorithm
            && signatureAlgorithmsAgree == other.signatureAlgorithmsAgree && crlNumber == other.crlNumber
            && baseCRLNumber == other.baseCRLNumber && authorityKeyIdentifier == other.authorityKeyIdentifier
            && issuingDistributionPoint == other.issuingDistributionPoint && formFaults == other.formFaults
            && removesFromComplete == other.removesFromComplete && entries.hasSameContent(as: other.entries)
            && unknownCriticalExtensions == other.unknownCriticalExtensions
            && indirectEntries.keys == other.indirectEntries.keys
            && indirectEntries.allSatisfy { $0.value.hasSameContent(as: other.indirectEntries[$0.key]) }
    }
}

extension (any RevokedCertificates)? {
    fileprivate func hasSameContent(as other: (any RevokedCertificates)?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let table?, let other?): table.hasSameContent(as: other)
        default: false
        }
    }
}

extension RevokedCertificates {
    fileprivate func hasSameContent(as other: (any RevokedCertificates)?) -> Bool {
        let serialNumbers = Set(serialNumbers)
        return serialNumbers == other.map { Set($0.serialNumbers) }
            && serialNumbers.allSatisfy { entry(of: $0) == other?.entry(of: $0) }
    }
}
