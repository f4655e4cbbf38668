import TrustModel

/// The findings that reject a path; other errors are reported as warnings.
package enum Enforcement: Sendable, Hashable {
    case everything
    /// Findings about the path to an anchor, signatures, constraints, extensions, revocation, pins and validated hosts.
    ///
    /// This corresponds to Alamofire 5's RevocationTrustEvaluator without default validation. Constraints are included,
    /// because without them every certificate holder could issue certificates for any host.
    case trustAndRevocation
    /// Findings about pins, explicit distrust, constraints and a validated host, for `validateCertificateChain: false`.
    case hostAndPins
    /// No finding: any chain is accepted.
    case nothing

    /// The hazards of the enforcement, which do not depend on the chain.
    var hazards: [ReasonCode] {
        switch self {
        case .everything: []
        case .trustAndRevocation: [.hazardValidityIgnored]
        case .hostAndPins: [.hazardKeyOnly]
        case .nothing: [.hazardAnyChainAccepted]
        }
    }

    /// The warning in every verdict about a hazard that no rule reports; nil if there is no such hazard.
    var warning: Finding? {
        guard self == .trustAndRevocation else { return nil }
        return Finding(
            .hazardValidityIgnored,
            severity: .warning,
            message: "The policy checks only revocation and the path to a trust anchor, not validity, purpose and "
                + "cryptographic strength."
        )
    }

    /// Whether only a path with a trust anchor may be accepted.
    var needsAnchor: Bool {
        switch self {
        case .everything, .trustAndRevocation: true
        case .hostAndPins, .nothing: false
        }
    }

    func includes(_ finding: Finding) -> Bool {
        // Constraints and blocks restrict what the other checks accept.
        if [.policyConstraintViolated, .policyBlocked].contains(finding.code) { return true }
        let groups: [String]
        switch self {
        case .everything: return true
        case .hostAndPins where finding.code == .chainDistrusted: return true
        case .trustAndRevocation:
            // A signature that cannot be verified is not accepted as valid.
            if finding.isFixed, [.cryptoAlgorithm, .cryptoKeyWeak].contains(finding.code) { return true }
            groups = ["chain.", "constraint.", "extension.", "revocation.", "pin.", "internal.", "host."]
        case .hostAndPins: groups = ["host.", "pin."]
        case .nothing: return false
        }
        return groups.contains { finding.code.name.hasPrefix($0) }
    }
}
