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
        let thisUpdate = try readTime(&body, "thisUpdate", &faults)
        let hasNextUpdate = [DERTag.utcTime, DERTag.generalizedTime].contains(body.nextTag)
        let nextUpdate = hasNextUpdate ? try readTime(&body, "nextUpdate", &faults) : nil
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
        _ faults: inout Set<CRLFormFault>
    ) throws(DERError) -> Instant {
        let isGeneralized = reader.nextTag == DERTag.generalizedTime
        let instant = try reader.readSoundTime(what)
        if isGeneralized, instant < firstOf2050 { faults.insert(.generalizedTimeBefore2050) }
        return instant
    }

    private static let firstOf2050 = Instant(secondsSince1970: 2_524_608_000)

    private mutating func readExtensions(_ reader: DERReader) throws(DERError) {
        var reader = reader
        let extensions = try reader.readExtensions("the CRL's extensions")
        try reader.requireEnd("the CRL's extensions")
        if version == 1 { facts.formFaults.insert(.extensionsInVersion1) }
        for entry in extensions {
            if let fault = Self.fault(ofCriticality: entry) { facts.formFaults.insert(fault) }
            var value = reader.inside(entry.value)
            switch entry.type {
            case .crlNumber: facts.crlNumber = try Self.number(&value, "the CRL number")
            case .deltaCRLIndicator: facts.baseCRLNumber = try Self.number(&value, "the base CRL number")
            case .authorityKeyIdentifier: facts.authorityKeyIdentifier = try value.readAuthorityKeyIdentifier()
            case .issuingDistributionPoint:
                facts.issuingDistributionPoint = try value.readIssuingDistributionPoint()
            default:
                if entry.isCritical { note(unknown: entry.type) }
                continue
            }
            try value.requireEnd("the value of the extension \(entry.type)")
        }
    }

    /// Records the type of an unknown critical extension.
    ///
    /// Types beyond a limit are ignored, because one type suffices to reject the CRL.
    private mutating func note(unknown type: OID) {
        if unknown.count < ExtensionParser.maximumCount { unknown.insert(type) }
    }

    /// Returns the defect of an extension with the wrong criticality; nil if the criticality is right.
    private static func fault(ofCriticality item: DERExtension) -> CRLFormFault? {
        switch item.type {
        case .authorityKeyIdentifier where item.isCritical: .authorityKeyIdentifierCritical
        case .crlNumber where item.isCritical: .crlNumberCritical
        case .issuingDistributionPoint where !item.isCritical: .issuingDistributionPointNotCritical
        case .crlReason where item.isCritical: .reasonCodeCritical
        case .certificateIssuer where !item.isCritical: .certificateIssuerNotCritical
        default: nil
        }
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
        var ofIssuer: [[UInt8]: CertificateRevocationListFacts.Entry] = [:]
        // Most entries have about forty octets.
        ofIssuer.reserveCapacity((reader.end - reader.position) / 40)
        while !entries.isAtEnd {
            var parts = entries.inside(try entries.read(DERTag.sequence, "an entry"))
            let serialNumber = try parts.readInteger("an entry's serial number")
            let revocationDate = try Self.readTime(&parts, "an entry's revocation date", &facts.formFaults)
            let extensions = parts.isAtEnd ? EntryExtensions() : try readEntryExtensions(&parts)
            try parts.requireEnd("an entry")
            if let named = extensions.certificateIssuer {
                store(ofIssuer, of: issuer)
                issuer = named == facts.issuer ? nil : named
                try entries.require(
                    facts.indirectEntries.count < Self.maximumIssuers,
                    "there are entries for more than \(Self.maximumIssuers) issuers"
                )
                ofIssuer = take(of: issuer)
            }
            if extensions.reason == .removeFromCRL, facts.baseCRLNumber == nil { facts.removesFromComplete = true }
            let entry = CertificateRevocationListFacts.Entry(revocationDate: revocationDate, reason: extensions.reason)
            // If a certificate is listed twice, the permanent revocation applies.
            if let known = ofIssuer.updateValue(entry, forKey: serialNumber), known.reason?.isPermanent ?? true {
                ofIssuer[serialNumber] = known
            }
        }
        store(ofIssuer, of: issuer)
    }

    private mutating func store(
        _ entries: [[UInt8]: CertificateRevocationListFacts.Entry],
        of issuer: DistinguishedName?
    ) {
        if let issuer { facts.indirectEntries[issuer] = entries } else { facts.entries = entries }
    }

    /// Moves the entries out of the table to avoid copies when entries are added.
    private mutating func take(of issuer: DistinguishedName?) -> [[UInt8]: CertificateRevocationListFacts.Entry] {
        if let issuer { return facts.indirectEntries.removeValue(forKey: issuer) ?? [:] }
        defer { facts.entries = [:] }
        return facts.entries
    }

    private struct EntryExtensions {
        var reason: RevocationReason?
        var certificateIssuer: DistinguishedName?
    }

    private mutating func readEntryExtensions(
        _ entry: inout DERReader
    ) throws(DERError) -> EntryExtensions {
        var extensions = EntryExtensions()
        if version == 1 { facts.formFaults.insert(.extensionsInVersion1) }
        for item in try entry.readExtensions("an entry's extensions") {
            if let fault = Self.fault(ofCriticality: item) { facts.formFaults.insert(fault) }
            var value = entry.inside(item.value)
            switch item.type {
            case .crlReason: extensions.reason = RevocationReason(number: try value.readEnumerated("an entry's reason"))
            case .certificateIssuer: extensions.certificateIssuer = try Self.certificateIssuer(&value)
            default:
                if item.isCritical { note(unknown: item.type) }
                continue
            }
            try value.requireEnd("the value of the extension \(item.type)")
        }
        return extensions
    }

    private static func certificateIssuer(_ value: inout DERReader) throws(DERError) -> DistinguishedName {
        let element = try value.read(DERTag.sequence, "an entry's certificate issuer")
        var names = value.inside(element)
        for case .directory(let name) in try names.readGeneralNames("an entry's certificate issuer") { return name }
        throw DERError(offset: element.whole.lowerBound, reason: "an entry's certificate issuer has no directory name")
    }
}
