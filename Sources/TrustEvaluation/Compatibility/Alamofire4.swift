import TrustModel

/// Evaluators equivalent to the cases of Alamofire 4's `ServerTrustPolicy`.
///
/// Alamofire evaluates a `SecTrust` under the SSL policy. "The chain" is the path that Security built, with valid
/// signatures. `customEvaluation` has no equivalent, and `disableEvaluation` is ``DisabledEvaluator``.
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
    /// With chain validation, the pins are the only trust anchors and have no other effect.
    /// Without chain validation, one certificate of the chain must equal a pin.
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
    /// With chain validation, the chain must be valid under `anchors`, and one of its keys must equal a pin. Without
    /// chain validation, one key that equals a pin is sufficient. Pins are never anchors.
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
    /// Returns the requirements of `SecPolicyCreateSSL`, with or without a host name.
    static func sslPolicy(validateHost: Bool, anchors: [AnchorSet]) -> PathRequirements {
        var requirements = PathRequirements(profile: .appleSSL, anchors: anchors)
        requirements.validateHost = validateHost
        requirements.acceptsRevokedPins = true
        return requirements
    }
}

extension AnchorSet {
    /// Returns an anchor set of pinned certificates, in which system roots are still identified.
    static func pinned(_ certificates: [Certificate], besides anchors: [AnchorSet]) -> AnchorSet {
        AnchorSet(name: "the pinned certificates", certificates: certificates, owner: .policy(among: anchors))
    }
}
