import TrustModel

/// One extension of a CRL, a CRL entry or an OCSP response, its value not read yet.
struct DERExtension {
    let type: OID
    let isCritical: Bool
    /// The OCTET STRING around the value.
    let value: DERElement
}

extension DERReader {
    /// Extensions (RFC 5280 section 4.1): one or more, each type once, and no more than certificates may have.
    mutating func readExtensions(_ what: String) throws(DERError) -> [DERExtension] {
        var list = inside(try read(DERTag.sequence, what))
        var extensions: [DERExtension] = []
        // Beside them, since an entry of a CRL may have a hundred and each is compared with all before it.
        var types: [OID] = []
        repeat {
            let start = list.position
            try list.require(
                extensions.count < ExtensionParser.maximumCount,
                "there are more than \(extensions.count) of \(what)"
            )
            var entry = list.inside(try list.read(DERTag.sequence, "an extension"))
            let type = try entry.readOID("an extension's type")
            let isCritical =
                entry.nextTag == DERTag.boolean ? try entry.readBoolean("an extension's criticality") : false
            let value = try entry.read(DERTag.octetString, "an extension's value")
            try entry.requireEnd("an extension's value")
            guard !types.contains(type) else {
                throw DERError(offset: start, reason: "\(what) have the extension \(type) twice")
            }
            types.append(type)
            extensions.append(DERExtension(type: type, isCritical: isCritical, value: value))
        } while !list.isAtEnd
        return extensions
    }

    /// An ENUMERATED of 0 to 127.
    mutating func readEnumerated(_ what: String) throws(DERError) -> Int {
        let element = try read(DERTag.enumerated, what)
        guard element.content.count == 1, bytes[element.content.lowerBound] < 0x80 else {
            throw DERError(offset: element.whole.lowerBound, reason: "\(what) is no small number")
        }
        return Int(bytes[element.content.lowerBound])
    }

    /// A Time that must be sound, unlike those of certificates.
    mutating func readSoundTime(_ what: String) throws(DERError) -> Instant {
        let start = position
        guard let instant = try readTime(what) else {
            throw DERError(offset: start, reason: "\(what) is not in the form that RFC 5280 demands")
        }
        return instant
    }

    /// A GeneralizedTime that must be sound.
    mutating func readGeneralizedTime(_ what: String) throws(DERError) -> Instant {
        guard nextTag == DERTag.generalizedTime else {
            throw DERError(offset: position, reason: "\(what) is no generalized time")
        }
        return try readSoundTime(what)
    }
}
