import TrustModel

/// Parsing of extensions that both certificates and CRLs have (RFC 5280 sections 4.2.1 and 5.2).
extension DERReader {
    mutating func readAuthorityKeyIdentifier() throws(DERError) -> AuthorityKeyIdentifier {
        var inner = inside(try read(DERTag.sequence, "the authority key identifier"))
        let key = try inner.readIf(DERTag.primitive(0), "the key identifier").map { inner.copy($0.content) }
        var issuers: [GeneralName]?
        if let element = try inner.readIf(DERTag.constructed(1), "the issuer's names") {
            var names = inner.inside(element)
            issuers = try names.readGeneralNames("an issuer's name")
        }
        let serial = try inner.readIf(DERTag.primitive(2), "the issuer's serial number").map { inner.copy($0.content) }
        try inner.requireEnd("the authority key identifier")
        return AuthorityKeyIdentifier(keyIdentifier: key, issuers: issuers, serialNumber: serial)
    }

    /// Reads CRLDistributionPoints, one or more.
    mutating func readDistributionPoints() throws(DERError) -> [DistributionPoint] {
        var inner = inside(try read(DERTag.sequence, "the list of distribution points"))
        var points: [DistributionPoint] = []
        var directoryNames = 0
        repeat {
            try inner.require(points.count < 100, "there are more than 100 distribution points")
            var point = inner.inside(try inner.read(DERTag.sequence, "a distribution point"))
            let name = try point.readDistributionPointName()
            let reasons = try point.readReasonFlags(DERTag.primitive(1))
            var issuers: [GeneralName] = []
            if let element = try point.readIf(DERTag.constructed(2), "a distribution point's issuers") {
                var names = point.inside(element)
                issuers = try names.readGeneralNames("a CRL issuer")
            }
            try point.requireEnd("a distribution point")
            guard name != nil || !issuers.isEmpty else {
                throw DERError(
                    offset: point.position,
                    reason: "a distribution point has neither a name nor a CRL issuer"
                )
            }
            let whole = DistributionPoint(name: name, reasons: reasons, issuers: issuers)
            directoryNames += whole.directoryNames
            try inner.requireFew(directoryNames)
            points.append(whole)
        } while !inner.isAtEnd
        return points
    }

    mutating func readIssuingDistributionPoint() throws(DERError) -> IssuingDistributionPoint {
        var inner = inside(try read(DERTag.sequence, "the issuing distribution point"))
        var point = IssuingDistributionPoint(name: try inner.readDistributionPointName())
        point.onlyContainsUserCerts = try inner.readFlag(1)
        point.onlyContainsCACerts = try inner.readFlag(2)
        point.onlySomeReasons = try inner.readReasonFlags(DERTag.primitive(3))
        point.indirectCRL = try inner.readFlag(4)
        point.onlyContainsAttributeCerts = try inner.readFlag(5)
        try inner.requireEnd("the issuing distribution point")
        return point
    }

    /// Reads a DistributionPointName under the tag 0; returns nil if it is absent.
    private mutating func readDistributionPointName() throws(DERError) -> DistributionPoint.Name? {
        guard let element = try readIf(DERTag.constructed(0), "a distribution point's name") else { return nil }
        var choice = inside(element)
        let start = choice.position
        let form = try choice.readAny("a distribution point's name")
        try choice.requireEnd("a distribution point's name")
        var inner = choice.inside(form)
        switch form.tag {
        case DERTag.constructed(0): return .full(try inner.readGeneralNames("a full name"))
        case DERTag.constructed(1):
            var attributes: [DistinguishedName.Attribute] = []
            var key: [UInt8] = []
            try inner.readRelativeName("a distribution point's name", into: &attributes, appendingTo: &key)
            return .relativeToIssuer(matchingKey: key)
        default: throw DERError(offset: start, reason: "a distribution point's name has an unknown form")
        }
    }

    /// Reads a BOOLEAN under a context tag; returns false if it is absent.
    private mutating func readFlag(_ number: UInt8) throws(DERError) -> Bool {
        guard let element = try readIf(DERTag.primitive(number), "a flag") else { return false }
        // DER omits false, the default value, but some issuers encode it.
        guard element.content.count == 1, [0, 0xFF].contains(bytes[element.content.lowerBound]) else {
            throw DERError(offset: element.whole.lowerBound, reason: "a flag is neither true nor false")
        }
        return bytes[element.content.lowerBound] == 0xFF
    }

    private mutating func readReasonFlags(_ tag: UInt8) throws(DERError) -> RevocationReasonFlags? {
        guard let element = try readIf(tag, "the reason flags") else { return nil }
        return RevocationReasonFlags(rawValue: try namedBits(of: element, "the reason flags"))
    }

    /// Returns the first sixteen bits of a BIT STRING under any tag; the first named bit is the least significant.
    func namedBits(of element: DERElement, _ what: String) throws(DERError) -> UInt16 {
        let content = bytes[element.content]
        guard let unused = content.first, unused < 8, content.count > 1 || unused == 0 else {
            throw DERError(offset: element.content.lowerBound, reason: "\(what) is not a valid BIT STRING")
        }
        // Reject unused bits that are 1 (X.690 section 11.2.1), because OpenSSL would read them as 0.
        guard let last = content.last, content.count == 1 || last & (1 << unused - 1) == 0 else {
            throw DERError(offset: element.content.lowerBound, reason: "\(what) has unused bits that are not zero")
        }
        return content.dropFirst().prefix(2).enumerated().reduce(0) { bits, octet in
            (0..<8).reduce(bits) { bits, bit in
                octet.element & 0x80 >> bit != 0 ? bits | 1 << UInt16(octet.offset * 8 + bit) : bits
            }
        }
    }
}

extension DistributionPoint {
    fileprivate var directoryNames: Int {
        let forms = if case .full(let forms) = name { forms } else { [GeneralName]() }
        return (forms + issuers).count { if case .directory = $0 { true } else { false } }
    }
}
