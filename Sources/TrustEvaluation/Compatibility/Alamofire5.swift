import TrustModel

/// Evaluators equivalent to Alamofire 5's implementations of `ServerTrustEvaluating`.
///
/// Alamofire validates in steps and throws the first failure. Its host validation evaluates `SecTrust` under the SSL
/// policy with the host, and so validates the whole chain again. These evaluators validate chain and host in one step.
///
/// `DefaultTrustEvaluator` is ``Alamofire4/performDefaultEvaluation(validateHost:anchors:)``, `CompositeTrustEvaluator`
/// is an ordered ``CompositeEvaluator``, and `DisabledTrustEvaluator` is ``DisabledEvaluator``.
package enum Alamofire5 {
    /// `PinnedCertificatesTrustEvaluator`: performs the selected validations, then always compares the pins.
    ///
    /// `acceptSelfSignedCertificates` makes the pins the only trust anchors.
    package static func pinnedCertificates(
        _ pins: PinnedCertificates,
        acceptSelfSignedCertificates: Bool,
        performDefaultValidation: Bool,
        validateHost: Bool,
        anchors: [AnchorSet]
    ) -> PathEvaluator {
        let pinned = AnchorSet.pinned(pins.certificates, besides: anchors)
        var requirements = PathRequirements.sslPolicy(
            validateHost: validateHost,
            anchors: acceptSelfSignedCertificates ? [pinned] : anchors
        )
        requirements.pins = PinRequirements(pins)
        requirements.enforcement = performDefaultValidation || validateHost ? .everything : .hostAndPins
        return PathEvaluator(requirements)
    }

    /// `RevocationTrustEvaluator`: performs the selected validations, then checks revocation separately.
    ///
    /// Without validation, `SecTrust` still requires valid signatures up to an anchor, but ignores other errors.
    package static func revocation(
        _ revocation: RevocationRequirements,
        performDefaultValidation: Bool,
        validateHost: Bool,
        anchors: [AnchorSet]
    ) -> PathEvaluator {
        var requirements = PathRequirements.sslPolicy(validateHost: validateHost, anchors: anchors)
        requirements.revocation = revocation
        requirements.enforcement = performDefaultValidation || validateHost ? .everything : .trustAndRevocation
        return PathEvaluator(requirements)
    }

    /// `PublicKeysTrustEvaluator`: performs the selected validations, then compares the pins, which are never anchors.
    package static func publicKeys(
        _ pins: PinnedKeys,
        performDefaultValidation: Bool,
        validateHost: Bool,
        anchors: [AnchorSet]
    ) -> PathEvaluator {
        var requirements = PathRequirements.sslPolicy(validateHost: validateHost, anchors: anchors)
        requirements.pins = PinRequirements(pins)
        requirements.enforcement = performDefaultValidation || validateHost ? .everything : .hostAndPins
        return PathEvaluator(requirements)
    }
}
