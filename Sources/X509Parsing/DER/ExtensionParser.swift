import TrustModel

/// Parses the extensions of a certificate (RFC 5280 section 4.2).
enum ExtensionParser {
    /// The maximum number of extensions; public certificates have about a dozen.
    ///
    /// Each extension is compared with all earlier ones and can add a reason; a certificate of 64 KiB can contain
    /// seven thousand extensions.
    static let maximumCount = 100
    /// The maximum numbers of elements of one type in an extension; certificates with more are rejected.
    ///
    /// The rules examine each element for every path that contains the certificate. Bridge CAs have about forty
    /// policies and mappings.
    private static let maximumKeyPurposes = 100
    private static let maximumDescriptions = 100
    private static let maximumSubtrees = 4096
    /// The maximum number of directory name subtrees; bridge CAs have about forty.
    private static let maximumDirectorySubtrees = 100
    static let maximumPolicies = 100

    /// The values parsed so far.
    private struct Found {
        var entries: [CertificateExtensions.Entry]
        var malformed: [CertificateExtensions.Malformed] = []
        var basicConstraints: BasicConstraints?
        var keyUsage: KeyUsage?
        var extendedKeyUsage: [OID]?
        var subjectAlternativeNames: [GeneralName]?
        var nameConstraints: NameConstraints?
        var certificatePolicies: [OID]?
        var hasUnknownPolicyQualifiers = false
        var policyMappings: [PolicyMapping] = []
        var policyConstraints: PolicyConstraints?
        var inhibitAnyPolicy: Int?
        var authorityKeyIdentifier: AuthorityKeyIdentifier?
        var subjectKeyIdentifier: [UInt8]?
        var issuerLocations: [String] = []
        var ocspLocations: [String] = []
        var namesResponder = false
        var crlDistributionPoints: [DistributionPoint]?
        var deltaLocations: [String] = []

        var extensions: CertificateExtensions {
            CertificateExtensions(
                entries: entries,
                malformed: malformed,
                basicConstraints: basicConstraints,
                keyUsage: keyUsage,
                extendedKeyUsage: extendedKeyUsage,
                subjectAlternativeNames: subjectAlternativeNames,
                nameConstraints: nameConstraints,
                certificatePolicies: certificatePolicies,
                hasUnknownPolicyQualifiers: hasUnknownPolicyQualifiers,
                policyMappings: policyMappings,
                policyConstraints: policyConstraints,
                inhibitAnyPolicy: inhibitAnyPolicy,
                authorityKeyIdentifier: authorityKeyIdentifier,
                subjectKeyIdentifier: subjectKeyIdentifier,
                issuerLocations: issuerLocations,
                ocspLocations: ocspLocations,
                namesResponder: namesResponder,
                crlDistributionPoints: crlDistributionPoints,
                deltaLocations: deltaLocations
            )
        }
    }

    /// The extensions of a certificate before their values are parsed.
    private struct Headers {
        var entries: [CertificateExtensions.Entry] = []
        var places: [Place] = []
        var hasDuplicates = false
    }

    private struct Place {
        /// The offset of the extension's identifier.
        let start: Int
        /// The OCTET STRING that contains the value.
        let value: DERElement
        let isDuplicate: Bool
        /// Whether the value is specific to the certificate, and therefore not shared.
        let isOwn: Bool

        /// The bytes that other certificates may share.
        var common: Range<Int> { start..<(isOwn ? value.whole.lowerBound : value.whole.upperBound) }
    }

    /// Parses the contents of the Extensions SEQUENCE.
    ///
    /// The list itself must be valid. A malformed value is recorded, and the rules evaluate it.
    ///
    /// `sharing` returns extensions shared with other certificates; if it is nil, all extensions are parsed.
    ///
    /// - Throws: ``DERError`` if the list is malformed or exceeds a bound.
    static func parse(
        _ list: inout DERReader,
        sharing: CertificateParser.ExtensionSharing?
    ) throws(DERError) -> CertificateExtensions {
        let headers = try readHeaders(&list)
        guard let sharing, !headers.hasDuplicates else { return try read(headers, in: list).extensions }
        do throws(DERError) {
            let common = try sharing(commonEncoding(of: headers, in: list)) { () throws(DERError) in
                try read(headers, in: list) { !$0.isOwn }.extensions
            }
            // Do not share defects, because their offsets are different in each certificate.
            guard common.malformed.isEmpty else { return try read(headers, in: list).extensions }
            let own = try read(headers, in: list, where: \.isOwn)
            return common.with(
                subjectAlternativeNames: own.subjectAlternativeNames,
                subjectKeyIdentifier: own.subjectKeyIdentifier,
                malformed: own.malformed
            )
        } catch {
            // Parse in encoded order, so that the error is about the first extension that exceeds a bound.
            return try read(headers, in: list).extensions
        }
    }

    private static func isOwn(_ type: OID) -> Bool {
        type == .subjectAlternativeName || type == .subjectKeyIdentifier || type == .signedCertificateTimestamps
    }

    private static func readHeaders(_ list: inout DERReader) throws(DERError) -> Headers {
        var headers = Headers()
        // This capacity is sufficient for most leaves. It is smaller for roots, which are numerous and have only three
        // or four short extensions.
        let count = min(10, 1 + (list.end - list.position) / 24)
        headers.entries.reserveCapacity(count)
        headers.places.reserveCapacity(count)
        guard !list.isAtEnd else { throw DERError(offset: list.position, reason: "the list of extensions is empty") }
        repeat {
            try list.require(headers.places.count < maximumCount, "there are more than \(maximumCount) extensions")
            var inner = list.inside(try list.read(DERTag.sequence, "an extension"))
            let start = inner.position
            let type = try inner.readOID("an extension's type")
            let (isCritical, deviations) = try inner.readCriticality()
            let value = try inner.read(DERTag.octetString, "an extension's value")
            try inner.requireEnd("an extension's value")
            let isDuplicate = headers.entries.position(of: type) != nil
            if isDuplicate { headers.hasDuplicates = true }
            headers.entries.append(
                CertificateExtensions.Entry(type: type, isCritical: isCritical, deviations: deviations)
            )
            headers.places.append(Place(start: start, value: value, isDuplicate: isDuplicate, isOwn: isOwn(type)))
        } while !list.isAtEnd
        return headers
    }

    /// Returns the encoding of all extensions without the values of certificate-specific ones.
    ///
    /// Equal results consist of equal DER elements. Each extension contributes an identifier, an optional
    /// BOOLEAN, and an OCTET STRING unless its identifier is that of a certificate-specific extension.
    private static func commonEncoding(of headers: Headers, in list: DERReader) -> [UInt8] {
        var encoding: [UInt8] = []
        encoding.reserveCapacity(headers.places.reduce(0) { $0 + $1.common.count })
        for place in headers.places { encoding.append(contentsOf: list.bytes[place.common]) }
        return encoding
    }

    private static func read(
        _ headers: Headers,
        in list: DERReader,
        where isWanted: (Place) -> Bool = { _ in true }
    ) throws(DERError) -> Found {
        var found = Found(entries: headers.entries)
        for (index, place) in headers.places.enumerated() where isWanted(place) {
            let type = headers.entries[index].type
            do throws(DERError) {
                if place.isDuplicate {
                    throw DERError(offset: place.start, reason: "the extension occurs more than once")
                }
                let value = list.inside(place.value)
                try read(type, from: value, into: &found)
                // None of the values that are specific to a certificate can deviate.
                let deviations = place.isOwn ? [] : EncodingDeviations(in: value, of: type)
                if !deviations.isEmpty { found.entries[index].deviations.formUnion(deviations) }
            } catch {
                if error.isBound { throw error }
                found.malformed.append(
                    CertificateExtensions.Malformed(type: type, offset: error.offset, reason: error.reason)
                )
            }
        }
        return found
    }

    /// Parses the value of one extension; stores nothing if the value is malformed or has trailing bytes.
    private static func read(
        _ type: OID,
        from reader: DERReader,
        into found: inout Found
    ) throws(DERError) {
        switch type {
        case .basicConstraints: found.basicConstraints = try whole(reader, basicConstraints)
        case .keyUsage: found.keyUsage = try whole(reader, keyUsage)
        case .extendedKeyUsage: found.extendedKeyUsage = try whole(reader, keyPurposes)
        case .subjectAlternativeName: found.subjectAlternativeNames = try whole(reader, alternativeNames)
        case .issuerAlternativeName: _ = try whole(reader, alternativeNames)
        case .nameConstraints: found.nameConstraints = try whole(reader, nameConstraints)
        case .certificatePolicies:
            let policies = try whole(reader, certificatePolicies)
            found.certificatePolicies = policies.oids
            found.hasUnknownPolicyQualifiers = policies.hasUnknownQualifiers
        case .policyMappings: found.policyMappings = try whole(reader, policyMappings)
        case .policyConstraints: found.policyConstraints = try whole(reader, policyConstraints)
        case .inhibitAnyPolicy: found.inhibitAnyPolicy = try whole(reader, skippedCertificates)
        case .authorityKeyIdentifier: found.authorityKeyIdentifier = try whole(reader, authorityKeyIdentifier)
        case .subjectKeyIdentifier: found.subjectKeyIdentifier = try whole(reader, keyIdentifier)
        case .authorityInformationAccess:
            for (method, location) in try whole(reader, accessDescriptions) {
                if method == .ocspAccess { found.namesResponder = true }
                guard case .uri(let uri) = location else { continue }
                if method == .ocspAccess { found.ocspLocations.append(uri) }
                if method == .issuersAccess { found.issuerLocations.append(uri) }
            }
        case .subjectInformationAccess: _ = try whole(reader, accessDescriptions)
        case .crlDistributionPoints: found.crlDistributionPoints = try whole(reader, distributionPoints)
        case .freshestCRL: found.deltaLocations = try whole(reader, distributionPoints).locations
        case .noRevocationAvailable: _ = try whole(reader, null)
        default: return
        }
    }

    /// Parses a value; throws an error if bytes follow it.
    private static func whole<Value>(
        _ reader: DERReader,
        _ read: (inout DERReader) throws(DERError) -> Value
    ) throws(DERError) -> Value {
        var reader = reader
        let value = try read(&reader)
        try reader.requireEnd("the extension's value")
        return value
    }

    private static func alternativeNames(_ reader: inout DERReader) throws(DERError) -> [GeneralName] {
        var names = reader.inside(try reader.read(DERTag.sequence, "the list of alternative names"))
        return try names.readAnyGeneralNames("an alternative name")
    }

    private static func skippedCertificates(_ reader: inout DERReader) throws(DERError) -> Int {
        try reader.readCount("the value of inhibitAnyPolicy")
    }

    private static func authorityKeyIdentifier(
        _ reader: inout DERReader
    ) throws(DERError) -> AuthorityKeyIdentifier {
        try reader.readAuthorityKeyIdentifier()
    }

    private static func null(_ reader: inout DERReader) throws(DERError) -> DERElement {
        let element = try reader.read(DERTag.null, "the value NULL")
        guard element.content.isEmpty else {
            throw DERError(offset: element.content.lowerBound, reason: "the value NULL is not empty")
        }
        return element
    }

    private static func keyIdentifier(_ reader: inout DERReader) throws(DERError) -> [UInt8] {
        reader.copy(try reader.read(DERTag.octetString, "the key identifier").content)
    }

    private static func distributionPoints(_ reader: inout DERReader) throws(DERError) -> [DistributionPoint] {
        try reader.readDistributionPoints()
    }

    private static func basicConstraints(_ reader: inout DERReader) throws(DERError) -> BasicConstraints {
        var inner = reader.inside(try reader.read(DERTag.sequence, "the sequence of basic constraints"))
        let isAuthority = inner.nextTag == DERTag.boolean ? try inner.readBoolean("the cA flag") : false
        let pathLength = inner.isAtEnd ? nil : try inner.readCount("the path length")
        try inner.requireEnd("the path length")
        return BasicConstraints(isAuthority: isAuthority, pathLength: pathLength)
    }

    private static func keyUsage(_ reader: inout DERReader) throws(DERError) -> KeyUsage {
        let element = try reader.read(DERTag.bitString, "the key usage")
        let bits = try reader.namedBits(of: element, "the key usage")
        // RFC 5280 section 4.2.1.3 requires that a bit is set; this parser accepts even a bit that is not defined.
        guard bits != 0 else {
            throw DERError(offset: element.whole.lowerBound, reason: "the key usage has no bit set")
        }
        return KeyUsage(rawValue: bits & 0x1FF)
    }

    private static func keyPurposes(_ reader: inout DERReader) throws(DERError) -> [OID] {
        var inner = reader.inside(try reader.read(DERTag.sequence, "the extended key usage"))
        var oids: [OID] = []
        repeat {
            try inner.require(oids.count < maximumKeyPurposes, "there are more than \(maximumKeyPurposes) key purposes")
            oids.append(try inner.readOID("a key purpose"))
        } while !inner.isAtEnd
        return oids
    }

    private static func nameConstraints(_ reader: inout DERReader) throws(DERError) -> NameConstraints {
        let element = try reader.read(DERTag.sequence, "the sequence of name constraints")
        var inner = reader.inside(element)
        var subtrees: [[GeneralName]] = [[], []]
        var hasDistances = false
        var basesWithDistances: [GeneralName] = []
        var directoryNames = 0
        for number in 0...1 {
            guard let list = try inner.readIf(DERTag.constructed(UInt8(number)), "the subtrees") else { continue }
            var names = inner.inside(list)
            subtrees[number].reserveCapacity(min(names.elementCount, maximumSubtrees))
            repeat {
                try names.require(
                    subtrees[number].count < maximumSubtrees,
                    "there are more than \(maximumSubtrees) subtrees"
                )
                var subtree = names.inside(try names.read(DERTag.sequence, "a subtree"))
                if subtree.nextTag == DERTag.constructed(4) { directoryNames += 1 }
                try names.requireFew(directoryNames, ofAtMost: maximumDirectorySubtrees)
                let base = try subtree.readGeneralName("a subtree's base")
                subtrees[number].append(base)
                let minimum = try subtree.readCountIf(DERTag.primitive(0), "a subtree's minimum")
                let maximum = try subtree.readCountIf(DERTag.primitive(1), "a subtree's maximum")
                try subtree.requireEnd("a subtree")
                if minimum != nil || maximum != nil { hasDistances = true }
                if (minimum ?? 0) != 0 || maximum != nil { basesWithDistances.append(base) }
            } while !names.isAtEnd
        }
        try inner.requireEnd("the name constraints")
        guard subtrees != [[], []] else {
            throw DERError(offset: element.whole.lowerBound, reason: "the name constraints contain no subtrees")
        }
        return NameConstraints(
            permitted: subtrees[0],
            excluded: subtrees[1],
            hasDistances: hasDistances,
            basesWithDistances: basesWithDistances
        )
    }

    private static func accessDescriptions(
        _ reader: inout DERReader
    ) throws(DERError) -> [(method: OID, location: GeneralName)] {
        var inner = reader.inside(try reader.read(DERTag.sequence, "the list of access descriptions"))
        var descriptions: [(method: OID, location: GeneralName)] = []
        repeat {
            try inner.require(
                descriptions.count < maximumDescriptions,
                "there are more than \(maximumDescriptions) access descriptions"
            )
            var description = inner.inside(try inner.read(DERTag.sequence, "an access description"))
            let method = try description.readOID("an access method")
            descriptions.append((method, try description.readGeneralName("an access location")))
            try description.requireEnd("an access description")
        } while !inner.isAtEnd
        return descriptions
    }
}
