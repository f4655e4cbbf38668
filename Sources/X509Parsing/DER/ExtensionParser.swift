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
        var entries: [CertificateExtensions.Entry] = []
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

    /// Reads the contents of the Extensions SEQUENCE.
    ///
    /// The list itself must be sound; what an extension holds may be malformed, which is noted and judged by the rules.
    static func parse(_ list: inout DERReader) throws(DERError) -> CertificateExtensions {
        var found = Found()
        // As many as most leaves have, or a few more; roots have three or four short ones, and there are many of them.
        found.entries.reserveCapacity(min(10, 1 + (list.end - list.position) / 24))
        guard !list.isAtEnd else { throw DERError(offset: list.position, reason: "the list of extensions is empty") }
        while !list.isAtEnd {
            try list.require(found.entries.count < maximumCount, "there are more than \(maximumCount) extensions")
            var entry = list.inside(try list.read(DERTag.sequence, "an extension"))
            let start = entry.position
            let type = try entry.readOID("an extension's type")
            let hasCriticality = entry.nextTag == DERTag.boolean
            let isCritical = hasCriticality ? try entry.readBoolean("an extension's criticality") : false
            let value = try entry.read(DERTag.octetString, "an extension's value")
            try entry.requireEnd("an extension's value")
            let isRepeated = found.entries.contains { $0.type == type }
            found.entries.append(
                CertificateExtensions.Entry(
                    type: type,
                    isCritical: isCritical,
                    writesDefault: hasCriticality && !isCritical
                )
            )
            do throws(DERError) {
                if isRepeated { throw DERError(offset: start, reason: "it is a duplicate of an extension before it") }
                try read(type, from: entry.inside(value), into: &found)
            } catch {
                if error.isBound { throw error }
                found.malformed.append(
                    CertificateExtensions.Malformed(type: type, offset: error.offset, reason: error.reason)
                )
            }
        }
        return found.extensions
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
