import TrustModel

/// Omits the consequences of malformed extensions from the reasons of a rejected path.
///
/// The rules evaluate a malformed extension as if it were absent, which causes further findings. They are needed for the
/// decision, but do not help to correct the certificate. Therefore, they are omitted after the decision, and only if
/// `extension.invalid` is an error about the same certificate.
enum MalformedExtensions {
    /// Returns the findings without the consequences of malformed extensions.
    static func withoutConsequences(_ findings: [Finding]) -> [Finding] {
        var omitted: Set<Place> = []
        for finding in findings where finding.code == .extensionInvalid && finding.severity == .error {
            guard let depth = finding.depth, case .text(let type)? = finding.fact(named: "extension") else { continue }
            for code in consequences[type] ?? [] { omitted.insert(Place(code: code, depth: depth)) }
        }
        guard !omitted.isEmpty else { return findings }
        return findings.filter { finding in
            guard let depth = finding.depth else { return true }
            return !omitted.contains(Place(code: finding.code, depth: depth))
        }
    }

    private struct Place: Hashable {
        let code: ReasonCode
        let depth: Int
    }

    /// The codes that an absent extension causes, by the identifier of the extension.
    private static let consequences: [String: [ReasonCode]] = [
        OID.basicConstraints.description: [.constraintNotCA, .constraintKeyUsage, .constraintPathLength],
        OID.keyUsage.description: [.strictKeyUsageMissing],
        OID.extendedKeyUsage.description: [.usageExtendedKeyUsage, .webpkiExtendedKeyUsageMissing],
        OID.subjectAlternativeName.description: [.strictSubjectNameEmpty, .webpkiSubjectAltNameMissing],
        OID.authorityKeyIdentifier.description: [.strictAuthorityKeyIdentifierMissing],
        OID.subjectKeyIdentifier.description: [.strictSubjectKeyIdentifierMissing],
    ]
}

extension Finding {
    fileprivate func fact(named name: String) -> Fact.Value? { facts.first { $0.name == name }?.value }
}
