package import TrustModel

/// Parses a CRL (RFC 5280 section 5.1) without cryptographic checks.
///
/// Unlike in certificates, every part must be valid, since partly understood evidence cannot be used.
package struct RevocationListParser {
    /// The maximum number of certificate issuers in an indirect CRL; the parser creates a table for each.
    private static let maximumIssuers = 1000

    private let version: Int
    private var facts: CertificateRevocationListFacts
    private var unknown: Set<OID> = []

    /// Parses bytes that must be exactly one CRL.
    package static func parse(
        _ der: [UInt8]
    ) throws(DERError) -> (facts: CertificateRevocationListFacts, signed: SignedPart) {
        var outermost = DERReader(der)
        var list = outermost.inside(try outermost.read(DERTag.sequence, "the CRL"))
        try outermost.requireEnd("the CRL")
        let signedElement = try list.read(DERTag.sequence, "the signed part")
        let algorithmStart = list.position
        let algorithm = try list.readAlgorithm("the signature algorithm")
        let algorithmRange = algorithmStart..<list.position
        let signature = try list.readSignature()
        try list.requireEnd("the signature")
        let facts = try signedPart(list.inside(signedElement), outerAlgorithm: algorithm)
        let signed = SignedPart(content: signedElement.whole, algorithm: algorithmRange, signature: signature)
        return (facts, signed)
    }

    private static func signedPart(
        _ reader: DERReader,
        outerAlgorithm: AlgorithmIdentifier
    ) throws(DERError) -> CertificateRevocationListFacts {
        var body = reader
        let versionStart = body.position
        let hasVersion = body.nextTag == DERTag.integer
        let version = hasVersion ? try body.readCount("the version") + 1 : 1
        guard version <= 2 else {
            throw DERError(offset: versionStart, reason: "the CRL has the unsupported version \(version)")
        }
        let algorithm = try body.readAlgorithm("the signature algorithm in the signed part")
        let issuer = try body.readName("the issuer")
        var faults: Set<CRLFormFault> = hasVersion && version == 1 ? [.versionWrittenOut] : []
        let thisUpdate = try readTime(&body, "thisUpdate", noting: &faults)
        let hasNextUpdate = [DERTag.utcTime, DERTag.generalizedTime].contains(body.nextTag)
        let nextUpdate = hasNextUpdate ? try readTime(&body, "nextUpdate", noting: &faults) : nil
        var parser = RevocationListParser(
            version: version,
            facts: CertificateRevocationListFacts(
                issuer: issuer,
                thisUpdate: thisUpdate,
                nextUpdate: nextUpdate,
                signatureAlgorithm: outerAlgorithm,
                signatureAlgorithmsAgree: algorithm == outerAlgorithm
            )
        )
        parser.facts.formFaults = faults
        // The entries precede the extensions in the encoding, but their meaning depends on the extensions.
        let entries = try body.readIf(DERTag.sequence, "the entries")
        if let element = try body.readIf(DERTag.constructed(0), "the extensions") {
            try parser.readExtensions(body.inside(element))
        }
        try body.requireEnd("the signed part")
        if let entries { try parser.readEntries(body.inside(entries)) }
        if let entries, entries.content.isEmpty { parser.facts.formFaults.insert(.entriesEmpty) }
        parser.facts.unknownCriticalExtensions = parser.unknown.sorted { $0.der.lexicographicallyPrecedes($1.der) }
        return parser.facts
    }

    /// Reads a time that must be valid, and records a defect if it lacks the required encoding.
    private static func readTime(
        _ reader: inout DERReader,
        _ what: String,
        noting faults: inout Set<CRLFormFault>
    ) throws(DERError) -> Instant {
        let (instant, isGeneralizedBefore2050) = try reader.readListTime(what)
        if isGeneralizedBefore2050 { faults.insert(.generalizedTimeBefore2050) }
        return instant
    }

    private mutating func readExtensions(_ reader: DERReader) throws(DERError) {
        var reader = reader
        let extensions = try reader.readExtensions("the CRL's extensions")
        try reader.requireEnd("the CRL's extensions")
        if version == 1 { facts.formFaults.insert(.extensionsInVersion1) }
        for entry in extensions {
            if let fault = CRLFormFault(ofCriticality: entry) { facts.formFaults.insert(fault) }
            var value = reader.inside(entry.value)
            note(entry.deviations.union(EncodingDeviations(in: value, of: entry.type)))
            switch entry.type {
            case .crlNumber: facts.crlNumber = try Self.number(&value, "the CRL number")
            case .deltaCRLIndicator: facts.baseCRLNumber = try Self.number(&value, "the base CRL number")
            case .authorityKeyIdentifier: facts.authorityKeyIdentifier = try value.readAuthorityKeyIdentifier()
            case .issuingDistributionPoint:
                facts.issuingDistributionPoint = try value.readIssuingDistributionPoint()
            // A critical freshestCRL, which section 5.2.6 forbids, remains unsupported.
            case .freshestCRL where !entry.isCritical:
                facts.deltaLocations = try value.readDistributionPoints().locations
            default:
                if entry.isCritical { note(unknown: entry.type) }
                continue
            }
            try value.requireEnd("the value of the extension \(entry.type)")
        }
    }

    /// Records the parts of an extension that DER omits.
    private mutating func note(_ deviations: EncodingDeviations) {
        if !deviations.isDisjoint(with: [.criticality, .flag]) { facts.formFaults.insert(.defaultEncoded) }
        if deviations.contains(.trailingZeros) { facts.formFaults.insert(.reasonFlagsPadded) }
    }

    /// Records the type of an unknown critical extension.
    ///
    /// Types beyond a limit are ignored, because one type suffices to reject the CRL.
    private mutating func note(unknown type: OID) {
        if unknown.count < ExtensionParser.maximumCount { unknown.insert(type) }
    }

    private static func number(_ value: inout DERReader, _ what: String) throws(DERError) -> CRLNumber {
        let start = value.position
        let content = try value.readInteger(what)
        guard let number = CRLNumber(content: content) else {
            throw DERError(offset: start, reason: "\(what) is negative")
        }
        // Section 5.2.3 allows 20 octets, or 21 with a sign octet. The rules report 21 octets without a sign octet.
        guard content.count <= 21 else { throw DERError(offset: start, reason: "\(what) has more than 21 octets") }
        return number
    }

    private mutating func readEntries(_ reader: DERReader) throws(DERError) {
        var entries = reader
        // An entry of an indirect CRL belongs to the most recently named issuer (section 5.3.3). The issuer's name,
        // which may be long, is hashed only when it changes.
        var issuer: DistinguishedName?
        // Most entries have about forty octets.
        var ofIssuer = RevocationEntryTable(in: reader.bytes, capacity: (reader.end - reader.position) / 40)
        while !entries.isAtEnd {
            let start = entries.position
            let entry = try RevocationEntry(from: &entries)
            note(entry)
            if let named = entry.certificateIssuer {
                store(ofIssuer, of: issuer)
                issuer = named == facts.issuer ? nil : named
                try entries.require(
                    facts.indirectEntries.count < Self.maximumIssuers,
                    "there are entries for more than \(Self.maximumIssuers) issuers"
                )
                ofIssuer = removeEntries(of: issuer) ?? RevocationEntryTable(in: reader.bytes, capacity: 0)
            }
            ofIssuer.insert(entry, at: start)
        }
        store(ofIssuer, of: issuer)
    }

    /// Records the defects of an entry.
    private mutating func note(_ entry: RevocationEntry) {
        if entry.hasGeneralizedTimeBefore2050 { facts.formFaults.insert(.generalizedTimeBefore2050) }
        if entry.reason == .removeFromCRL, facts.baseCRLNumber == nil { facts.removesFromComplete = true }
        guard entry.hasExtensions else { return }
        if version == 1 { facts.formFaults.insert(.extensionsInVersion1) }
        facts.formFaults.formUnion(entry.criticalityFaults)
        for type in entry.unknownCriticalExtensions { note(unknown: type) }
    }

    private mutating func store(_ entries: RevocationEntryTable, of issuer: DistinguishedName?) {
        guard entries.count > 0 else { return }
        if let issuer { facts.indirectEntries[issuer] = entries } else { facts.entries = entries }
    }

    /// Moves the entries out of the facts to avoid copies when entries are added.
    private mutating func removeEntries(of issuer: DistinguishedName?) -> RevocationEntryTable? {
        if let issuer { return facts.indirectEntries.removeValue(forKey: issuer) as? RevocationEntryTable }
        defer { facts.entries = nil }
        return facts.entries as? RevocationEntryTable
    }
}
