import TrustModel

/// The mechanisms of Alamofire 4's `ServerTrustPolicy`, with its decisions.
///
/// The library asks `SecTrust` under the SSL policy; "the chain" is the path that was built, in which no signature fails.
/// Its closure for custom evaluation has no counterpart here, and `disableEvaluation` is ``DisabledEvaluator``.
package enum Alamofire4 {
    /// `performDefaultEvaluation(validateHost:)`: the chain is valid under the SSL policy.
    package static func performDefaultEvaluation(validateHost: Bool, anchors: [AnchorSet]) -> PathEvaluator {
        PathEvaluator(.sslPolicy(validateHost: validateHost, anchors: anchors))
    }

    /// `performRevokedEvaluation(validateHost:revocationFlags:)`: the SSL policy and revocation in one evaluation.
    package static func performRevokedEvaluation(
        _ revocation: RevocationRequirements,
        validateHost: Bool,
        anchors: [AnchorSet]
    ) -> PathEvaluator {
        var requirements = PathRequirements.sslPolicy(validateHost: validateHost, anchors: anchors)
        requirements.revocation = revocation
        return PathEvaluator(requirements)
    }

    /// `pinCertificates(certificates:validateCertificateChain:validateHost:)`.
    ///
    /// With validation the pins are the only anchors, and no comparison follows; without it any certificate of the chain
    /// that equals a pin is enough.
    package static func pinCertificates(
        _ pins: PinnedCertificates,
        validateCertificateChain: Bool,
        validateHost: Bool,
        anchors: [AnchorSet]
    ) -> PathEvaluator {
        let pinned = AnchorSet.pinned(pins.certificates, besides: anchors)
        var requirements = PathRequirements.sslPolicy(
            validateHost: validateHost && validateCertificateChain,
            anchors: validateCertificateChain ? [pinned] : anchors
        )
        requirements.pins = PinRequirements(pins)
        requirements.enforcement = validateCertificateChain ? .everything : .hostAndPins
        return PathEvaluator(requirements)
    }

    /// `pinPublicKeys(publicKeys:validateCertificateChain:validateHost:)`.
    ///
    /// With validation the chain is valid under the system's anchors, the pins being none, and then any of its keys equals
    /// a pinned one; without it the key is enough.
    package static func pinPublicKeys(
        _ pins: PinnedKeys,
        validateCertificateChain: Bool,
        validateHost: Bool,
        anchors: [AnchorSet]
    ) -> PathEvaluator {
        var requirements = PathRequirements.sslPolicy(
            validateHost: validateHost && validateCertificateChain,
            anchors: anchors
        )
        requirements.pins = PinRequirements(pins)
        requirements.enforcement = validateCertificateChain ? .everything : .hostAndPins
        return PathEvaluator(requirements)
    }
}

extension PathRequirements {
    /// What `SecPolicyCreateSSL` demands, with or without the host.
    static func sslPolicy(validateHost: Bool, anchors: [AnchorSet]) -> PathRequirements {
        var requirements = PathRequirements(profile: .appleSSL, anchors: anchors)
        requirements.validateHost = validateHost
        requirements.acceptsRevokedPins = true
        return requirements
    }
}

extension AnchorSet {
    /// Pins that become anchors; the operating system's roots among them are still known as such.
    static func pinned(_ certificates: [Certificate], besides anchors: [AnchorSet]) -> AnchorSet {
        AnchorSet(name: "the pinned certificates", certificates: certificates, owner: .policy(among: anchors))
    }
}
