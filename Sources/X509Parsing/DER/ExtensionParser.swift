import TrustModel

/// Reads the extensions of a certificate (RFC 5280 section 4.2).
enum ExtensionParser {
    /// How many extensions a certificate may have; public ones have about a dozen.
    ///
    /// Each is compared with all before it, and each may give a reason in the verdict: a certificate of 64 KiB can
    /// have seven thousand.
    static let maximumCount = 100
    /// How many elements of a kind an extension may have; a certificate with more is not read.
    ///
    /// Each is looked at for each path that the certificate stands in. Bridges have some forty policies and mappings.
    private static let maximumKeyPurposes = 100
    private static let maximumDescriptions = 100
    private static let maximumSubtrees = 4096
    /// How many subtrees may be of directory names; bridges have some forty.
    private static let maximumDirectorySubtrees = 100
    static let maximumPolicies = 100

    /// What was found so far.
    private struct Found {
        let entries: [CertificateExtensions.Entry]
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
        var crlDistributionPoints: [DistributionPoint]?

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
                crlDistributionPoints: crlDistributionPoints
            )
        }
    }

    /// The extensions of a certificate whose values are not read yet.
    private struct Headers {
        var entries: [CertificateExtensions.Entry] = []
        var places: [Place] = []
        var hasDuplicates = false
    }

    /// The place of an extension in the DER.
    private struct Place {
        /// The first byte of the extension's identifier.
        let start: Int
        /// The OCTET STRING around the value.
        let value: DERElement
        let isDuplicate: Bool
        /// Whether the values of the extension differ in all certificates of one issuer.
        let isOwn: Bool

        /// The bytes that may be the same in other certificates.
        var common: Range<Int> { start..<(isOwn ? value.whole.lowerBound : value.whole.upperBound) }
    }

    /// Reads the contents of the Extensions SEQUENCE.
    ///
    /// The list itself must be sound; what an extension holds may be malformed, which is noted and evaluated by the rules.
    ///
    /// - Parameters:
    ///   - list: the elements of the SEQUENCE.
    ///   - sharing: finds extensions that other certificates have as well; nil to read all of them.
    /// - Returns: the extensions.
    /// - Throws: ``DERError`` for a list that is not sound, or that is beyond a bound.
    static func parse(
        _ list: inout DERReader,
        sharing: CertificateParser.ExtensionSharing?
    ) throws(DERError) -> CertificateExtensions {
        let headers = try readHeaders(&list)
        guard let sharing, !headers.hasDuplicates else { return try read(headers, in: list).extensions }
        let common = try sharing(commonEncoding(of: headers, in: list)) { () throws(DERError) in
            try read(headers, in: list) { !$0.isOwn }.extensions
        }
        // The places of malformed extensions are the certificate's own.
        guard common.malformed.isEmpty else { return try read(headers, in: list).extensions }
        let own = try read(headers, in: list, where: \.isOwn)
        return common.with(
            subjectAlternativeNames: own.subjectAlternativeNames,
            subjectKeyIdentifier: own.subjectKeyIdentifier,
            malformed: own.malformed
        )
    }

    /// Whether the values of an extension differ in all certificates of one issuer, so that none of them is shared.
    private static func isOwn(_ type: OID) -> Bool {
        type == .subjectAlternativeName || type == .subjectKeyIdentifier || type == .signedCertificateTimestamps
    }

    /// Reads which extensions there are, and where their values are.
    private static func readHeaders(_ list: inout DERReader) throws(DERError) -> Headers {
        var headers = Headers()
        // As many as most leaves have, or a few more; roots have three or four short ones, and there are many of them.
        let count = min(10, 1 + (list.end - list.position) / 24)
        headers.entries.reserveCapacity(count)
        headers.places.reserveCapacity(count)
        guard !list.isAtEnd else { throw DERError(offset: list.position, reason: "the list of extensions is empty") }
        repeat {
            try list.require(headers.places.count < maximumCount, "there are more than \(maximumCount) extensions")
            var inner = list.inside(try list.read(DERTag.sequence, "an extension"))
            let start = inner.position
            let type = try inner.readOID("an extension's type")
            let hasCriticality = inner.nextTag == DERTag.boolean
            let isCritical = hasCriticality ? try inner.readBoolean("an extension's criticality") : false
            let value = try inner.read(DERTag.octetString, "an extension's value")
            try inner.requireEnd("an extension's value")
            let isDuplicate = headers.entries.contains { $0.type == type }
            if isDuplicate { headers.hasDuplicates = true }
            headers.entries.append(
                CertificateExtensions.Entry(
                    type: type,
                    isCritical: isCritical,
                    writesDefault: hasCriticality && !isCritical
                )
            )
            headers.places.append(Place(start: start, value: value, isDuplicate: isDuplicate, isOwn: isOwn(type)))
        } while !list.isAtEnd
        return headers
    }

    /// The encoding of all extensions without the values of the certificate's own.
    ///
    /// Equal encodings have equal elements: each is an identifier, a BOOLEAN unless it is absent, and an OCTET STRING unless the
    /// identifier is that of an own extension.
    private static func commonEncoding(of headers: Headers, in list: DERReader) -> [UInt8] {
        var encoding: [UInt8] = []
        encoding.reserveCapacity(headers.places.reduce(0) { $0 + $1.common.count })
        for place in headers.places { encoding.append(contentsOf: list.bytes[place.common]) }
        return encoding
    }

    /// Reads the values of extensions, of all by default.
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
                    throw DERError(offset: place.start, reason: "it is a duplicate of an extension before it")
                }
                try read(type, from: list.inside(place.value), into: &found)
            } catch {
                if error.isBound { throw error }
                found.malformed.append(
                    CertificateExtensions.Malformed(type: type, offset: error.offset, reason: error.reason)
                )
            }
        }
        return found
    }

    /// Reads an extension's value; one that turns out to be malformed, at its very end perhaps, leaves nothing behind.
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
                guard case .uri(let uri) = location else { continue }
                if method == .ocspAccess { found.ocspLocations.append(uri) }
                if method == .issuersAccess { found.issuerLocations.append(uri) }
            }
        case .subjectInformationAccess: _ = try whole(reader, accessDescriptions)
        case .crlDistributionPoints: found.crlDistributionPoints = try whole(reader, distributionPoints)
        case .freshestCRL: _ = try whole(reader, distributionPoints)
        default: return
        }
    }

    /// Reads a value behind which nothing may follow.
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
        var names = reader.inside(try reader.read(DERTag.sequence, "the alternative names"))
        return try names.readAnyGeneralNames("an alternative name")
    }

    private static func skippedCertificates(_ reader: inout DERReader) throws(DERError) -> Int {
        try reader.readCount("the number of certificates")
    }

    private static func authorityKeyIdentifier(
        _ reader: inout DERReader
    ) throws(DERError) -> AuthorityKeyIdentifier {
        try reader.readAuthorityKeyIdentifier()
    }

    private static func keyIdentifier(_ reader: inout DERReader) throws(DERError) -> [UInt8] {
        reader.copy(try reader.read(DERTag.octetString, "the key identifier").content)
    }

    private static func distributionPoints(_ reader: inout DERReader) throws(DERError) -> [DistributionPoint] {
        try reader.readDistributionPoints()
    }

    private static func basicConstraints(_ reader: inout DERReader) throws(DERError) -> BasicConstraints {
        var inner = reader.inside(try reader.read(DERTag.sequence, "the basic constraints"))
        let isAuthority = inner.nextTag == DERTag.boolean ? try inner.readBoolean("the authority flag") : false
        let pathLength = inner.isAtEnd ? nil : try inner.readCount("the path length")
        try inner.requireEnd("the path length")
        return BasicConstraints(isAuthority: isAuthority, pathLength: pathLength)
    }

    private static func keyUsage(_ reader: inout DERReader) throws(DERError) -> KeyUsage {
        let element = try reader.read(DERTag.bitString, "the key usage")
        let bits = try reader.namedBits(of: element, "the key usage")
        // RFC 5280 section 4.2.1.3; bits beyond the nine that it names count here.
        guard bits != 0 else {
            throw DERError(offset: element.whole.lowerBound, reason: "the key usage has no bit set")
        }
        return KeyUsage(rawValue: bits & 0x1FF)
    }

    private static func keyPurposes(_ reader: inout DERReader) throws(DERError) -> [OID] {
        var inner = reader.inside(try reader.read(DERTag.sequence, "the list"))
        var oids: [OID] = []
        repeat {
            try inner.require(oids.count < maximumKeyPurposes, "there are more than \(maximumKeyPurposes) key purposes")
            oids.append(try inner.readOID("a key purpose"))
        } while !inner.isAtEnd
        return oids
    }

    private static func nameConstraints(_ reader: inout DERReader) throws(DERError) -> NameConstraints {
        let element = try reader.read(DERTag.sequence, "the name constraints")
        var inner = reader.inside(element)
        var subtrees: [[GeneralName]] = [[], []]
        var hasDistances = false
        var basesWithDistances: [GeneralName] = []
        var directoryNames = 0
        for number in 0...1 {
            guard let list = try inner.readIf(DERTag.constructed(UInt8(number)), "the subtrees") else { continue }
            var names = inner.inside(list)
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
            throw DERError(offset: element.whole.lowerBound, reason: "the name constraints name nothing")
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
        var inner = reader.inside(try reader.read(DERTag.sequence, "the access descriptions"))
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
