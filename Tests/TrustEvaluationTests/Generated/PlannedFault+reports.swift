import TrustEvaluation
import TrustModel

/// What must be said of faults.
extension PlannedFault {
    /// What is reported, as `severity code depth`, in a chain of leaf, some intermediates and root.
    ///
    /// - Parameters:
    ///   - faults: everything that is wrong with the chain.
    ///   - profile: what it is evaluated under.
    ///   - root: the position of the root.
    /// - Returns: nothing where another fault hides this one.
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
                // Without an issuer the signature cannot be checked.
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

    /// Demands on conforming authorities: errors where they are asked for, else warnings.
    private func pedantic(_ detail: String, _ profile: Profile) -> String {
        "\(profile == .rfc5280Strict || profile == .webpki ? "error" : "warning") strict.\(detail) \(depth)"
    }

    /// The CA/Browser Forum's rules, told where they are asked for.
    private static func forum(_ code: String, _ profile: Profile, _ depth: Int = 0) -> [String] {
        profile == .webpki ? ["error \(code) \(depth)"] : []
    }

    /// Whether another fault keeps this one from being looked at.
    private func isHidden(by faults: [PlannedFault]) -> Bool {
        faults.contains { other in
            switch other.kind {
            case .removedIntermediate: isHidden(byMissing: other.depth)
            // Only an authority has to identify its key.
            case .noAuthority: kind == .noSubjectKeyIdentifier && depth == other.depth
            // Nothing is asked about a chain whose keys nobody trusts.
            case .untrustedRoot: kind == .revoked || kind == .unknownRevocation
            // Without names there is none to constrain.
            case .noAlternativeName: kind == .permittedElsewhere || kind == .excludedHere
            default: false
            }
        }
    }

    /// Whether it cannot be seen where the path ends below a position.
    private func isHidden(byMissing position: Int) -> Bool {
        switch kind {
        case .removedIntermediate: false
        case .untrustedRoot, .tooDeep, .revoked, .unknownRevocation: true
        // Certificates without issuer have no signature that could be checked, and no policies of a path.
        case .forgedSignature, .corruptSignature: depth >= position - 1
        case .noExplicitPolicy: position == 1
        default: depth >= position
        }
    }
}
