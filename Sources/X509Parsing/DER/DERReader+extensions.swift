import TrustModel

/// An extension of a CRL, a CRL entry or an OCSP response, with its value unparsed.
struct DERExtension {
    let type: OID
    let isCritical: Bool
    /// The parts outside the value that DER omits.
    let deviations: EncodingDeviations
    /// The OCTET STRING that contains the value.
    let value: DERElement
}

extension DERReader {
    /// Reads Extensions (RFC 5280 section 4.1): one or more, without duplicates, at most
    /// ``ExtensionParser/maximumCount``.
    mutating func readExtensions(_ what: String) throws(DERError) -> [DERExtension] {
        var list = inside(try read(DERTag.sequence, what))
        var extensions: [DERExtension] = []
        // A separate array of types is faster: each type is compared with all earlier types, up to a hundred.
        var types: [OID] = []
        repeat {
            let start = list.position
            try list.require(
                extensions.count < ExtensionParser.maximumCount,
                "there are more than \(extensions.count) elements in \(what)"
            )
            var entry = list.inside(try list.read(DERTag.sequence, "an extension"))
            let type = try entry.readOID("an extension's type")
            let (isCritical, deviations) = try entry.readCriticality()
            let value = try entry.read(DERTag.octetString, "an extension's value")
            try entry.requireEnd("an extension's value")
            guard !types.contains(type) else {
                throw DERError(offset: start, reason: "\(what) contain the extension \(type) twice")
            }
            types.append(type)
            extensions.append(
                DERExtension(type: type, isCritical: isCritical, deviations: deviations, value: value)
            )
        } while !list.isAtEnd
        return extensions
    }

    /// Reads the criticality of an extension, FALSE by default, and returns whether the default is encoded.
    mutating func readCriticality() throws(DERError) -> (isCritical: Bool, deviations: EncodingDeviations) {
        guard nextTag == DERTag.boolean else { return (false, []) }
        let isCritical = try readBoolean("an extension's criticality")
        return (isCritical, isCritical ? [] : .criticality)
    }

    /// Reads an ENUMERATED from 0 to 127.
    mutating func readEnumerated(_ what: String) throws(DERError) -> Int {
        let element = try read(DERTag.enumerated, what)
        guard element.content.count == 1, bytes[element.content.lowerBound] < 0x80 else {
            throw DERError(offset: element.whole.lowerBound, reason: "\(what) is not a number from 0 to 127")
        }
        return Int(bytes[element.content.lowerBound])
    }

    /// Reads a Time that must be valid, unlike a Time in a certificate.
    mutating func readSoundTime(_ what: String) throws(DERError) -> Instant {
        let start = position
        guard let instant = try readTime(what) else {
            throw DERError(offset: start, reason: "\(what) is not in the form that RFC 5280 requires")
        }
        return instant
    }

    mutating func readGeneralizedTime(_ what: String) throws(DERError) -> Instant {
        guard nextTag == DERTag.generalizedTime else {
            throw DERError(offset: position, reason: "\(what) is not a GeneralizedTime")
        }
        return try readSoundTime(what)
    }
}
