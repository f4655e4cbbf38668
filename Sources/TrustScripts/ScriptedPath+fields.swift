import TrustEvaluation
import TrustModel

/// The fields of the object `trust` and of its certificates.
extension ScriptedPath {
    /// The object number of `trust`; the certificates follow, leaf first.
    private static let trust = 0

    /// Returns the names of all fields of an object, in the order of the documentation.
    func fieldNames(of object: Int) -> [String] {
        object == Self.trust
            ? ["path", "at", "policy", "findings", "scts", "revocation"]
            : [
                "subject", "issuer", "subjectText", "dnsNames", "uris", "emails", "serialNumber", "sha256",
                "spkiSha256",
                "notBefore", "notAfter", "keyType", "keyBits", "signatureAlgorithm", "isCA", "isAnchor", "extensions",
            ]
    }

    /// Returns the place of a field in a trace, such as `trust.path[1].keyType`.
    func place(of field: String, in object: Int) -> String {
        object == Self.trust ? "trust.\(field)" : "trust.path[\(object)].\(field)"
    }

    /// Returns the value of a field; absent if the object has no such field.
    func value(of field: String, in object: Int) -> ScriptValue {
        guard object != Self.trust else { return trustValue(of: field) }
        guard certificates.indices.contains(object - 1) else { return .absent }
        let facts = certificates[object - 1].facts
        return switch field {
        case "isAnchor": .flag(isAnchored && object == certificates.count)
        default: facts.scriptValue(of: field)
        }
    }

    private func trustValue(of field: String) -> ScriptValue {
        switch field {
        case "path": .list(certificates.indices.map { .object($0 + 1) })
        case "at": .integer(instant.secondsSince1970)
        case "policy":
            .map([
                ("set", policy.set.map { .text($0) } ?? .absent), ("name", policy.name.map { .text($0) } ?? .absent),
            ])
        case "findings": .list(findings.map(\.scriptValue))
        case "scts": .list(timestamps.map(\.scriptValue))
        case "revocation": .list(revocation.map(\.scriptValue))
        default: .absent
        }
    }
}

extension Finding {
    fileprivate var scriptValue: ScriptValue {
        .map([("code", .text(code.name)), ("severity", .text(severity.rawValue)), ("depth", .number(depth))])
    }
}

extension VerifiedTimestamp {
    fileprivate var scriptValue: ScriptValue {
        .map([
            ("logID", .text(Base64.encode(log.id.bytes))), ("timestamp", .integer(instant.secondsSince1970)),
            ("operator", .text(operatorName)),
        ])
    }
}

extension ScriptedPath.Revocation {
    fileprivate var scriptValue: ScriptValue {
        .map([
            ("depth", .number(depth)), ("status", .text(status)),
            ("source", source.map { .text($0.name) } ?? .absent),
            ("evidence", evidence.map { .text($0) } ?? .absent), ("age", source?.age ?? .absent),
            ("url", source?.url ?? .absent), ("milliseconds", source?.duration ?? .absent),
        ])
    }
}

extension EvidenceOrigin {
    /// The age of cached evidence, in seconds.
    fileprivate var age: ScriptValue { if case .cache(let age) = self { .integer(age) } else { .absent } }

    /// The location of fetched evidence.
    fileprivate var url: ScriptValue { if case .network(let url, _) = self { .text(url) } else { .absent } }

    /// The time that fetching took, in milliseconds.
    fileprivate var duration: ScriptValue {
        if case .network(_, let milliseconds) = self { .number(milliseconds) } else { .absent }
    }
}

extension CertificateFacts {
    fileprivate func scriptValue(of field: String) -> ScriptValue {
        switch field {
        case "subject": subject.scriptValue
        case "issuer": issuer.scriptValue
        case "subjectText": .text(subject.description)
        case "dnsNames": names { if case .dns(let name) = $0 { name.lowercased() } else { nil } }
        case "uris": names { if case .uri(let uri) = $0 { uri } else { nil } }
        case "emails": names { if case .email(let mailbox) = $0 { mailbox } else { nil } }
        case "serialNumber": .text(Hexadecimal.encode(serialNumber))
        case "sha256": .text(fingerprint.hex)
        case "spkiSha256": .text(publicKeyFingerprint.pin)
        case "notBefore": notBefore.map { .integer($0.secondsSince1970) } ?? .absent
        case "notAfter": notAfter.map { .integer($0.secondsSince1970) } ?? .absent
        case "keyType":
            .text(KeyTypeCondition.KeyType(publicKey.kind)?.name ?? publicKey.kind.description)
        case "keyBits": .number(publicKey.bits)
        case "signatureAlgorithm": .text(SignatureAlgorithmName.text(of: signatureAlgorithm))
        case "isCA": .flag(isAuthority)
        case "extensions":
            .map(extensions.entries.map { ($0.type.description, .map([("critical", .flag($0.isCritical))])) })
        default: .absent
        }
    }

    private func names(_ text: (GeneralName) -> String?) -> ScriptValue {
        .texts((extensions.subjectAlternativeNames ?? []).compactMap(text))
    }
}

extension DistinguishedName {
    /// The values by the names of the attribute types; several values of a type are a list.
    ///
    /// A script that expects one value compares a list with a text, which is never equal. So a second common name cannot
    /// match in place of the first.
    fileprivate var scriptValue: ScriptValue {
        var types: [OID] = []
        for attribute in attributes where !types.contains(attribute.type) { types.append(attribute.type) }
        return .map(
            types.map { type in
                let name = DirectoryNamePattern.attributeNames.first { $0.type == type }?.name ?? type.description
                let values = values(of: type)
                return (name, values.count == 1 ? .text(values[0]) : .texts(values))
            }
        )
    }
}
