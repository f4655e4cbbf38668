import TrustModel

/// Which findings of a path decide; the others are told as warnings.
package enum Enforcement: Sendable, Hashable {
    /// All of them.
    case everything
    /// Whether the path leads to an anchor by true signatures within its authorities' limits, its revocation, and pins.
    ///
    /// What is left of Alamofire 5's RevocationTrustEvaluator without default validation. Below issuers that are no
    /// authorities everyone with a certificate could make one for any host.
    case trustAndRevocation
    /// The host, where it is validated, pins, and explicit distrust (`validateCertificateChain: false`).
    case hostAndPins
    /// None: any chain is accepted.
    case nothing

    /// The dangers that come with it, whatever the chain.
    var hazards: [ReasonCode] {
        switch self {
        case .everything: []
        case .trustAndRevocation: [.hazardValidityIgnored]
        case .hostAndPins: [.hazardKeyOnly]
        case .nothing: [.hazardAnyChainAccepted]
        }
    }

    /// What a verdict says of it where no rule does.
    var warning: Finding? {
        guard self == .trustAndRevocation else { return nil }
        return Finding(
            .hazardValidityIgnored,
            severity: .warning,
            message: "Only the path to an anchor and revocation count: times, purposes and strength are not asked for."
        )
    }

    /// Whether only a path that ends in an anchor may be accepted.
    var needsAnchor: Bool {
        switch self {
        case .everything, .trustAndRevocation: true
        case .hostAndPins, .nothing: false
        }
    }

    /// Whether a finding decides.
    func counts(_ finding: Finding) -> Bool {
        let groups: [String]
        switch self {
        case .everything: return true
        case .hostAndPins where finding.code == .chainDistrusted: return true
        case .trustAndRevocation:
            // A signature that cannot be verified is not accepted as a valid one.
            if finding.isFixed, finding.code == .cryptoAlgorithm { return true }
            groups = ["chain.", "constraint.", "extension.", "revocation.", "pin.", "internal.", "host."]
        case .hostAndPins: groups = ["host.", "pin."]
        case .nothing: return false
        }
        return groups.contains { finding.code.name.hasPrefix($0) }
    }
}
