import TrustModel

/// The mechanisms of Alamofire 5's `ServerTrustEvaluating`, with its decisions.
///
/// The library validates in steps and throws the first failure. Its host validation asks `SecTrust` under the SSL policy
/// with the host, so that it validates the whole chain too; here both steps are one. `DefaultTrustEvaluator` decides as
/// ``Alamofire4/performDefaultEvaluation(validateHost:anchors:)``, `CompositeTrustEvaluator` as ``CompositeEvaluator`` in
/// order, `DisabledTrustEvaluator` as ``DisabledEvaluator``.
package enum Alamofire5 {
    /// `PinnedCertificatesTrustEvaluator`: the validation asked for, then always the comparison.
    ///
    /// `acceptSelfSignedCertificates` makes the pins the only anchors.
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

    /// `RevocationTrustEvaluator`: the validation asked for, then revocation by itself.
    ///
    /// Without validation `SecTrust` still builds a path to an anchor, in which no signature fails; the rest of what is
    /// wrong with it does not count.
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

    /// `PublicKeysTrustEvaluator`: the validation asked for, then always the comparison; pins are never anchors.
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
