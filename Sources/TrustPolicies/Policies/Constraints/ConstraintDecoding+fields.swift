import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the conditions on keys, signatures, identities, extensions and times.
extension ConstraintDecoding {
    func keyEntries(_ reader: inout MappingReader) -> [CertificateMatcher.PlacedCondition] {
        let group = group("key", &reader, of: ["types", "minimumBits", "curves"])
        let algorithms = entry(
            reader.value("signatureAlgorithms"),
            as: { IdentifierDecoding.value($0, names: SignatureAlgorithmName.names, SignatureAlgorithmName.init) },
            { algorithms, _ in SignatureAlgorithmCondition(algorithms) }
        )
        return (group.map(keyEntries) ?? []) + [algorithms].compactMap(\.self)
    }

    private func keyEntries(of reader: MappingReader) -> [CertificateMatcher.PlacedCondition] {
        var reader = reader
        var limits = KeyLimits()
        let types = entry(reader.value("types"), as: keyType) { types, _ in
            limits.types = types
            return KeyTypeCondition(types)
        }
        let bits = reader.value("minimumBits").flatMap { value in
            value.integer(in: 1...16384).map { bits in
                limits.minimumBits = bits
                return CertificateMatcher.PlacedCondition(
                    pointer: value.pointer,
                    condition: KeySizeCondition(minimumBits: bits)
                )
            }
        }
        let curves = entry(reader.value("curves"), as: curve) { curves, _ in
            limits.curves = curves
            return CurveCondition(curves)
        }
        reader.finish()
        if limits.excludeAllKeys {
            reader.refuse("no key could match: no type of key meets all of `types`, `minimumBits` and `curves`")
        }
        return [types, bits, curves].compactMap(\.self)
    }

    private func keyType(_ value: ListedValue) -> KeyTypeCondition.KeyType? {
        let types = KeyTypeCondition.KeyType.allCases
        guard value.isName() else { return nil }
        guard let type = types.first(where: { $0.name.hasSameBytes(as: value.text) }) else {
            let names = types.map(\.name)
            value.refuse(
                "expected \(DocumentValue.alternatives(names)), found \(QuotedText.of(value.text))"
                    + value.hint(among: names)
            )
            return nil
        }
        return type
    }

    private func curve(_ value: ListedValue) -> OID? {
        IdentifierDecoding.value(value, names: CurveName.all.map(\.name)) { text in
            CurveName.all.first { $0.name.hasSameBytes(as: text) }?.curve ?? OID(dotted: text)
        }
    }

    func identityEntries(_ reader: inout MappingReader) -> [CertificateMatcher.PlacedCondition] {
        let maximum = Self.maximumDigests
        let serialNumbers = entry(reader.value("serialNumbers"), ofAtMost: maximum, as: serialNumber) { numbers, _ in
            SerialNumberCondition(numbers)
        }
        let certificates = entry(reader.value("sha256"), ofAtMost: maximum, as: certificateDigest) { digests, _ in
            FingerprintCondition(.certificate, digests)
        }
        let keys = entry(reader.value("spkiSha256"), ofAtMost: maximum, as: keyDigest) { digests, _ in
            FingerprintCondition(.publicKey, digests)
        }
        return [serialNumbers, certificates, keys].compactMap(\.self)
    }

    private func certificateDigest(_ value: ListedValue) -> Fingerprint? {
        guard case .digest(let fingerprint) = try? PinText(value.text) else {
            value.refuse(
                "expected the SHA-256 of a certificate, 64 hexadecimal digits, found \(QuotedText.of(value.text))"
            )
            return nil
        }
        return fingerprint
    }

    private func keyDigest(_ value: ListedValue) -> Fingerprint? {
        switch try? PinText(value.text) {
        case .keyDigest(let fingerprint), .digest(let fingerprint): return fingerprint
        case .material, nil:
            value.refuse(
                "expected `sha256/` and the base64 of the SHA-256 of a public key, or 64 hexadecimal digits, found "
                    + QuotedText.of(value.text)
            )
            return nil
        }
    }

    /// The maximum number of octets of a serial number in a document; RFC 5280 allows 20 in certificates.
    private static let maximumSerialOctets = 64

    /// Reads pairs of hexadecimal digits, with colons between all pairs or none.
    func serialNumber(_ value: ListedValue) -> [UInt8]? {
        let parts = value.text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let digits = value.text.utf8.lazy.compactMap(\.hexadecimalValue)
        let count = value.text.utf8.count - (parts.count - 1)
        guard parts.count == 1 || parts.allSatisfy({ $0.count == 2 }), count % 2 == 0,
            (1...Self.maximumSerialOctets).contains(count / 2), digits.count == count
        else {
            value.refuse(
                "expected a serial number of at most \(Self.maximumSerialOctets) octets in hexadecimal such as 0a1b, found "
                    + QuotedText.of(value.text)
            )
            return nil
        }
        let nibbles = Array(digits)
        return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    }

    func extensionEntries(_ reader: inout MappingReader) -> [CertificateMatcher.PlacedCondition] {
        let identifiers = reader.value("certificatePolicies")
        let policies = entry(identifiers, as: IdentifierDecoding.certificatePolicy) { policies, _ in
            CertificatePolicyCondition(policies)
        }
        return [policies].compactMap(\.self) + usageEntries(&reader) + presenceEntries(&reader)
    }

    private func usageEntries(_ reader: inout MappingReader) -> [CertificateMatcher.PlacedCondition] {
        let relations = ExtendedKeyUsageCondition.Relation.allCases
        guard var group = group("extendedKeyUsage", &reader, of: relations.map(\.rawValue)) else { return [] }
        var lists: [ExtendedKeyUsageCondition.Relation: [OID]] = [:]
        let entries = relations.compactMap { relation in
            entry(group.value(relation.rawValue), as: purpose) { purposes, _ in
                lists[relation] = purposes
                return ExtendedKeyUsageCondition(relation, purposes)
            }
        }
        group.finish()
        if let included = lists[.includes], let only = lists[.only], !Set(included).isSubset(of: only) {
            group.value("includes")?.refuse(
                "no certificate could match: `only` does not list all purposes of `includes`"
            )
        }
        return entries
    }

    private func purpose(_ value: ListedValue) -> OID? {
        let names: [KeyPurpose] = [.serverAuth, .clientAuth, .emailProtection, .codeSigning]
        return IdentifierDecoding.value(value, names: names.map(\.description) + ["anyExtendedKeyUsage"]) { text in
            text.hasSameBytes(as: "anyExtendedKeyUsage") ? .anyExtendedKeyUsage : KeyPurpose(name: text)?.oid
        }
    }

    private func presenceEntries(_ reader: inout MappingReader) -> [CertificateMatcher.PlacedCondition] {
        let states = ExtensionCondition.State.allCases
        guard var group = group("extensions", &reader, of: states.map(\.rawValue)) else { return [] }
        var lists: [ExtensionCondition.State: [OID]] = [:]
        let entries = states.compactMap { state in
            entry(group.value(state.rawValue), as: IdentifierDecoding.extensionType) { types, _ in
                lists[state] = types
                return ExtensionCondition(state, types)
            }
        }
        group.finish()
        let required = Set((lists[.present] ?? []) + (lists[.critical] ?? []))
        if let both = lists[.absent]?.first(where: required.contains) {
            group.value("absent")?.refuse("no certificate could match: \(both) must be present and absent")
        }
        return entries
    }

    func timeEntries(_ reader: inout MappingReader) -> [CertificateMatcher.PlacedCondition] {
        let sides = NotBeforeCondition.Side.allCases
        guard var group = group("notBefore", &reader, of: sides.map(\.rawValue)) else { return [] }
        var instants: [NotBeforeCondition.Side: Instant] = [:]
        let entries = sides.compactMap { side -> CertificateMatcher.PlacedCondition? in
            guard let value = group.value(side.rawValue), let instant = value.instantOrDay() else { return nil }
            instants[side] = instant
            return CertificateMatcher.PlacedCondition(
                pointer: value.pointer,
                condition: NotBeforeCondition(side, instant)
            )
        }
        group.finish()
        // Both instants are excluded.
        if let after = instants[.after], let before = instants[.before], after.adding(seconds: 1) >= before {
            group.value("after")?.refuse(
                "no certificate could match: there is no second after \(after) and before \(before)"
            )
        }
        return entries
    }
}

/// The conditions on a key, to find combinations that no key meets.
private struct KeyLimits {
    var types = KeyTypeCondition.KeyType.allCases
    var minimumBits = 0
    var curves: [OID]?

    /// Whether no key of an allowed type, or on an allowed curve, is large enough; the size of other curves is unknown.
    var excludeAllKeys: Bool {
        guard let curves else { return types.allSatisfy { $0.maximumBits < minimumBits } }
        return !types.contains(.ec) || curves.allSatisfy { (CurveName.bits(of: $0) ?? 0) < minimumBits }
    }
}
