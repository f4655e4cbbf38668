import TrustModel

/// One entry of a CRL (RFC 5280 section 5.3).
struct RevocationEntry {
    /// The content octets of the serial number in the DER.
    let serialNumber: Range<Int>
    let revocationDate: Instant
    /// Whether the revocation date is a GeneralizedTime before 2050, which must be a UTCTime.
    let hasGeneralizedTimeBefore2050: Bool
    let hasExtensions: Bool
    /// The reason; nil if absent or unknown to RFC 5280.
    private(set) var reason: RevocationReason?
    /// The issuer of this entry's certificate and of the next ones; nil if it is the same as that of the entry before.
    private(set) var certificateIssuer: DistinguishedName?
    private(set) var criticalityFaults: Set<CRLFormFault> = []
    private(set) var unknownCriticalExtensions: [OID] = []

    /// Whether the revocation is effective even if other entries list the certificate as on hold.
    var isPermanent: Bool { reason?.isPermanent ?? true }

    /// Reads the next entry, including its extensions.
    init(from entries: inout DERReader) throws(DERError) {
        var parts = entries.inside(try entries.read(DERTag.sequence, "an entry"))
        serialNumber = try parts.readIntegerRange("an entry's serial number")
        (revocationDate, hasGeneralizedTimeBefore2050) = try parts.readListTime("an entry's revocation date")
        hasExtensions = !parts.isAtEnd
        if hasExtensions { try readExtensions(&parts) }
        try parts.requireEnd("an entry")
    }

    private mutating func readExtensions(_ parts: inout DERReader) throws(DERError) {
        for item in try parts.readExtensions("an entry's extensions") {
            if let fault = CRLFormFault(ofCriticality: item) { criticalityFaults.insert(fault) }
            if item.deviations.contains(.criticality) { criticalityFaults.insert(.defaultEncoded) }
            var value = parts.inside(item.value)
            switch item.type {
            case .crlReason: reason = RevocationReason(number: try value.readEnumerated("an entry's reason"))
            case .certificateIssuer: certificateIssuer = try Self.certificateIssuer(&value)
            default:
                if item.isCritical { unknownCriticalExtensions.append(item.type) }
                continue
            }
            try value.requireEnd("the value of the extension \(item.type)")
        }
    }

    private static func certificateIssuer(_ value: inout DERReader) throws(DERError) -> DistinguishedName {
        let element = try value.read(DERTag.sequence, "an entry's certificate issuer")
        var names = value.inside(element)
        for case .directory(let name) in try names.readGeneralNames("an entry's certificate issuer") { return name }
        throw DERError(offset: element.whole.lowerBound, reason: "an entry's certificate issuer has no directory name")
    }
}

extension CRLFormFault {
    /// The defect of an extension with the wrong criticality; nil if the criticality is right.
    init?(ofCriticality item: DERExtension) {
        switch item.type {
        case .authorityKeyIdentifier where item.isCritical: self = .authorityKeyIdentifierCritical
        case .crlNumber where item.isCritical: self = .crlNumberCritical
        case .issuingDistributionPoint where !item.isCritical: self = .issuingDistributionPointNotCritical
        case .crlReason where item.isCritical: self = .reasonCodeCritical
        case .certificateIssuer where !item.isCritical: self = .certificateIssuerNotCritical
        default: return nil
        }
    }
}

extension DERReader {
    /// Reads a time that must be valid, and returns whether it is a GeneralizedTime before 2050.
    mutating func readListTime(_ what: String) throws(DERError) -> (Instant, isGeneralizedBefore2050: Bool) {
        let isGeneralized = nextTag == DERTag.generalizedTime
        let instant = try readSoundTime(what)
        return (instant, isGeneralized && instant < Self.firstOf2050)
    }

    private static let firstOf2050 = Instant(secondsSince1970: 2_524_608_000)
}
