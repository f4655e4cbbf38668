package import TrustModel

/// AFNetworking's `AFSecurityPolicy`: pinning mode, pins and two switches, with its guard (`securityPolicy`).
///
/// The steps are the library's. Without ``reproducesLibrary`` two differ where keys are pinned and invalid certificates
/// allowed: a host that is to be validated is compared, and a certificate that is known to be revoked is refused. The library
/// does neither.
package struct SecurityPolicyEvaluator: Evaluator {
    /// AFSSLPinningMode.
    package enum PinningMode: String, Sendable, CaseIterable {
        case none
        case certificate
        case publicKey
    }

    /// The pinned certificates, as the mode uses them.
    package enum Pins: Sendable {
        case none
        case certificates(PinnedCertificates)
        case publicKeys(PinnedKeys)
    }

    private let mode: PinningMode
    private let pins: PinRequirements
    private let pinnedAnchors: AnchorSet
    private let allowInvalidCertificates: Bool
    private let validatesDomainName: Bool
    private let reproducesLibrary: Bool
    private let anchors: [AnchorSet]
    private let intermediates: IntermediateSet?

    /// Takes the settings as AFSecurityPolicy names them.
    ///
    /// - Parameters:
    ///   - mode: SSLPinningMode.
    ///   - pins: pinnedCertificates; their keys in the mode `publicKey`.
    ///   - allowInvalidCertificates: whether a chain may be invalid, which only pins then make up for.
    ///   - validatesDomainName: whether a domain that is given is compared.
    ///   - reproducesLibrary: whether the library's own decisions are wanted where they are dangerous.
    ///   - anchors: those that count before pins become anchors: the system's, or the policy's.
    ///   - intermediates: certificates that path building may use besides those presented.
    package init(
        _ mode: PinningMode,
        _ pins: Pins,
        allowInvalidCertificates: Bool,
        validatesDomainName: Bool,
        reproducesLibrary: Bool,
        anchors: [AnchorSet],
        intermediates: IntermediateSet? = nil
    ) {
        self.mode = mode
        var certificates: [Certificate] = []
        switch pins {
        case .none: self.pins = PinRequirements(mode == .certificate ? .certificates : .publicKeys, [])
        case .certificates(let pins):
            self.pins = PinRequirements(pins)
            certificates = pins.certificates
        case .publicKeys(let pins): self.pins = PinRequirements(pins)
        }
        pinnedAnchors = AnchorSet.pinned(certificates, besides: anchors)
        self.allowInvalidCertificates = allowInvalidCertificates
        self.validatesDomainName = validatesDomainName
        self.reproducesLibrary = reproducesLibrary
        self.anchors = anchors
        self.intermediates = intermediates
    }

    /// Anchors change; pins do not end.
    package func note(changesIn stability: inout CacheLifetime) {
        stability.note(pinnedAnchors)
        for anchors in anchors { stability.note(anchors) }
        stability.note(intermediates)
    }

    /// A domain that is not given is not compared.
    package var needsHost: Bool { false }

    /// Whether the mode compares pins.
    package var isPinning: Bool { mode != .none }

    /// Mode, pins and switches.
    package var summary: String {
        let switches = [
            allowInvalidCertificates ? "invalid certificates allowed" : nil,
            validatesDomainName ? nil : "domain name not validated",
        ]
        return (["sslPinningMode \(mode.rawValue)", mode == .none ? nil : pins.summary] + switches)
            .compactMap(\.self).joined(separator: ", ")
    }

    /// What its settings give away.
    package var hazards: [ReasonCode] {
        var hazards: [ReasonCode] = comparesHost ? [] : [.hazardHostIgnored]
        if allowInvalidCertificates, mode == .none { hazards.append(.hazardAnyChainAccepted) }
        if allowInvalidCertificates, mode == .publicKey { hazards.append(.hazardKeyOnly) }
        return hazards
    }

    /// Whether a host that is given is compared, the guard apart.
    private var comparesHost: Bool {
        validatesDomainName && !(reproducesLibrary && mode == .publicKey && allowInvalidCertificates)
    }

    /// Goes through AFSecurityPolicy's steps: the guard, the chain, the pins.
    package func evaluate(_ question: TrustQuestion, in session: inout EvaluationSession) -> EvaluatorDecision {
        let isHostGiven = question.host != .none
        if isHostGiven, allowInvalidCertificates, validatesDomainName, mode == .none || pins.fingerprints.isEmpty {
            return Self.guardRefused
        }
        var requirements = PathRequirements(profile: validatesDomainName ? .appleSSL : .basicX509, anchors: anchors)
        requirements.intermediates = intermediates
        requirements.validateHost = comparesHost && isHostGiven
        requirements.acceptsRevokedPins = reproducesLibrary
        switch mode {
        case .none: return evaluateChain(question, requirements, &session)
        case .certificate: return evaluateCertificates(question, requirements, &session)
        case .publicKey: return evaluateKeys(question, requirements, &session)
        }
    }

    private static let guardRefused = EvaluatorDecision.refused([
        Finding(
            .policyGuardRefused,
            message: "A domain name is to be validated although invalid certificates are allowed and nothing is pinned."
        )
    ])

    /// Any chain where invalid ones are allowed.
    private func evaluateChain(
        _ question: TrustQuestion,
        _ requirements: PathRequirements,
        _ session: inout EvaluationSession
    ) -> EvaluatorDecision {
        var requirements = requirements
        requirements.enforcement = allowInvalidCertificates ? .nothing : .everything
        var decision = session.evaluatePaths(of: question, requirements)
        if allowInvalidCertificates {
            let hazard = Finding(
                .hazardAnyChainAccepted,
                severity: .warning,
                message: "The policy accepts any chain: invalid certificates are allowed and nothing is pinned."
            )
            decision.reasons = (decision.reasons + [hazard]).ranked
        }
        return decision
    }

    /// Valid under the system's anchors first, unless that may fail; then, in any case, valid with the pins as anchors.
    private func evaluateCertificates(
        _ question: TrustQuestion,
        _ requirements: PathRequirements,
        _ session: inout EvaluationSession
    ) -> EvaluatorDecision {
        var unpinnedUntil: Instant?
        if !allowInvalidCertificates {
            var unpinned = requirements
            // That there is no pin is told with whatever else is wrong, since nothing could match later on.
            if pins.fingerprints.isEmpty { unpinned.pins = pins }
            let decision = session.evaluatePaths(of: question, unpinned)
            guard decision.isAccepted else { return decision }
            unpinnedUntil = decision.validUntil
        }
        var pinned = requirements
        pinned.anchors = [pinnedAnchors]
        pinned.pins = pins
        var decision = session.evaluatePaths(of: question, pinned)
        // Both paths must hold, and what is above a pin can end before it.
        decision.validUntil = [decision.validUntil, unpinnedUntil].compactMap(\.self).min()
        return decision
    }

    /// Valid under the system's anchors, unless that may fail, with a pinned key.
    private func evaluateKeys(
        _ question: TrustQuestion,
        _ requirements: PathRequirements,
        _ session: inout EvaluationSession
    ) -> EvaluatorDecision {
        var requirements = requirements
        requirements.pins = pins
        if allowInvalidCertificates { requirements.enforcement = .hostAndPins }
        return session.evaluatePaths(of: question, requirements)
    }
}
