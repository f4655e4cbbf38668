import TrustEvaluation
import TrustModel

/// The expected reasons for faults.
extension PlannedFault {
    /// Returns the expected reasons, as `severity code depth`, in a chain of leaf, intermediates and root.
    ///
    /// - Parameters:
    ///   - faults: All faults of the chain.
    ///   - profile: The profile of the evaluation.
    ///   - root: The position of the root.
    /// - Returns: The reasons; none if another fault hides this one.
    func reports(beside faults: [PlannedFault], under profile: Profile, root: Int) -> [String] {
        guard !isHidden(by: faults) else { return [] }
        return switch kind {
        case .expired: ["error time.expired \(depth)"]
        case .notYetValid: ["error time.notYetValid \(depth)"]
        case .malformedTime: ["error time.malformed \(depth)"]
        case .wrongHost: ["error host.mismatch 0"]
        case .wrongAddress: ["error host.ipMismatch 0"]
        case .noAlternativeName:
            ["error host.noSAN 0"] + Self.forum("webpki.subjectAltNameMissing", profile)
        case .foreignCommonName: Self.forum("webpki.commonNameNotInSAN", profile)
        case .forgedSignature, .corruptSignature: ["error chain.signatureInvalid \(depth)"]
        case .algorithmMismatch:
            ["error crypto.algorithm \(depth)"]
                // The signature cannot be checked without an issuer.
                + (faults.contains(PlannedFault(kind: .removedIntermediate, depth: depth + 1))
                    ? [] : ["error chain.signatureInvalid \(depth)"])
                + Self.forum("webpki.signatureForbidden", profile, depth)
        case .weakDigest:
            ["\(profile == .rfc5280 ? "warning" : "error") crypto.digestWeak \(depth)"]
                + Self.forum("webpki.signatureForbidden", profile, depth)
        case .weakKey: ["error crypto.keyWeak \(depth)"]
        case .removedIntermediate: ["error chain.issuerNotFound \(depth - 1)"]
        case .untrustedRoot: ["error chain.untrustedRoot \(root)"]
        case .noAuthority: ["error constraint.notCA \(depth)"]
        case .pathLength: ["error constraint.pathLength \(depth)"]
        case .tooDeep: ["error chain.tooLong"]
        case .noCertificateSigning: ["error constraint.keyUsage \(depth)"]
        case .wrongPurpose: ["error usage.extendedKeyUsage \(depth)"]
        case .criticalPurpose: Self.forum("webpki.extendedKeyUsageCritical", profile)
        case .unknownCriticalExtension: ["error constraint.criticalExtension \(depth)"]
        case .malformedExtension, .duplicateExtension: ["error extension.invalid \(depth)"]
        case .permittedElsewhere, .excludedHere: ["error constraint.name 0"]
        case .noExplicitPolicy: ["error constraint.policy 0"]
        case .tooLongLived: ["error time.validityTooLong 0"]
        case .revoked: ["error revocation.revoked \(depth)"]
        case .unknownRevocation: ["error revocation.unavailable 0"]
        case .otherPins: ["error pin.keyMismatch"]
        case .generalizedTime: [pedantic("timeEncoding", profile)]
        case .zeroSerialNumber: [pedantic("serialNumberInvalid", profile)]
        case .misplacedNameConstraints: [pedantic("nameConstraintsMisplaced", profile)]
        case .criticalKeyIdentifier: [pedantic("subjectKeyIdentifierCritical", profile)]
        case .noSubjectKeyIdentifier: [pedantic("subjectKeyIdentifierMissing", profile)]
        case .noAuthorityKeyIdentifier: [pedantic("authorityKeyIdentifierMissing", profile)]
        case .uncriticalBasicConstraints: [pedantic("basicConstraintsNotCritical", profile)]
        }
    }

    /// Returns a requirement on conforming CAs: an error under the strict profiles, otherwise a warning.
    private func pedantic(_ detail: String, _ profile: Profile) -> String {
        "\(profile == .rfc5280Strict || profile == .webpki ? "error" : "warning") strict.\(detail) \(depth)"
    }

    /// Returns a requirement of the CA/Browser Forum, reported only under `webpki`.
    private static func forum(_ code: String, _ profile: Profile, _ depth: Int = 0) -> [String] {
        profile == .webpki ? ["error \(code) \(depth)"] : []
    }

    /// Whether another fault prevents this one from being reported.
    private func isHidden(by faults: [PlannedFault]) -> Bool {
        faults.contains { other in
            switch other.kind {
            case .removedIntermediate: isHidden(byMissing: other.depth)
            // Only a CA must have a subject key identifier.
            case .noAuthority: kind == .noSubjectKeyIdentifier && depth == other.depth
            // Revocation is not checked for a chain without trusted keys.
            case .untrustedRoot: kind == .revoked || kind == .unknownRevocation
            // Without names there are no constrained names.
            case .noAlternativeName: kind == .permittedElsewhere || kind == .excludedHere
            default: false
            }
        }
    }

    /// Whether the fault is not visible if the path ends below a position.
    private func isHidden(byMissing position: Int) -> Bool {
        switch kind {
        case .removedIntermediate: false
        case .untrustedRoot, .tooDeep, .revoked, .unknownRevocation: true
        // A certificate without an issuer has no verifiable signature and no certificate policies.
        case .forgedSignature, .corruptSignature: depth >= position - 1
        case .noExplicitPolicy: position == 1
        default: depth >= position
        }
    }
}
