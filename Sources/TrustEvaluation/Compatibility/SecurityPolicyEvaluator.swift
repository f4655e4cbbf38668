import TrustModel

/// An evaluator equivalent to AFNetworking's `AFSecurityPolicy` (`securityPolicy` in documents).
///
/// The steps are those of AFNetworking. Unless ``reproducesLibrary`` is set, two checks are added if keys are pinned
/// and invalid certificates are allowed: revoked certificates are rejected, and `validatesDomainName` is obeyed.
package struct SecurityPolicyEvaluator: Evaluator {
    /// The values of `AFSSLPinningMode`.
    package enum PinningMode: String, Sendable, CaseIterable {
        case none
        case certificate
        case publicKey
    }

    /// The pinned material.
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

    /// Creates an evaluator from the settings of AFSecurityPolicy.
    ///
    /// - Parameters:
    ///   - mode: The value of `SSLPinningMode`.
    ///   - pins: The certificates in `pinnedCertificates`, or their keys in the mode `publicKey`.
    ///   - allowInvalidCertificates: Whether the chain may be invalid, so that only the pins protect the connection.
    ///   - validatesDomainName: Whether the domain name is compared if the request contains one.
    ///   - reproducesLibrary: Whether to reproduce the library's decisions even if they are dangerous.
    ///   - anchors: The trust anchors from the system trust store or the policy, used unless the pins are the anchors.
    ///   - intermediates: Additional certificates for path building.
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

    /// The properties of the settings; a request without a domain name is evaluated, but no name is compared.
    package var traits: EvaluatorTraits {
        var traits = EvaluatorTraits(summary: summary, clientRisks: clientRisks)
        traits.hazards = hazards.map { EvaluatorTraits.Hazard($0, description(of: $0)) }
        return traits
    }

    /// Whether pins are compared.
    private var isPinning: Bool { mode != .none }

    /// The mode, pins and switches, for operators.
    private var summary: String {
        let switches = [
            allowInvalidCertificates ? "invalid certificates allowed" : nil,
            validatesDomainName ? nil : "domain name not validated",
        ]
        return (["sslPinningMode \(mode.rawValue)", mode == .none ? nil : pins.summary] + switches)
            .compactMap(\.self).joined(separator: ", ")
    }

    /// The hazards that follow from the settings.
    private var hazards: [ReasonCode] {
        var hazards: [ReasonCode] = comparesHost ? [] : [.hazardHostIgnored]
        if allowInvalidCertificates, mode == .none { hazards.append(.hazardAnyChainAccepted) }
        if allowInvalidCertificates, mode == .publicKey { hazards.append(.hazardKeyOnly) }
        return hazards
    }

    /// The risks of the anchors, unless certificates or keys are pinned, of the SSL policy, and of unlimited names.
    private var clientRisks: Set<ClientRisk> {
        var risks: Set<ClientRisk> = [.anyName]
        if !isPinning, anchors.contains(where: \.isSystem) { risks.insert(.systemAnchors) }
        if validatesDomainName { risks.insert(.serverPurpose) }
        return risks
    }

    /// Describes a hazard if only requests without a host are affected.
    private func description(of hazard: ReasonCode) -> String? {
        guard hazard == .hazardAnyChainAccepted, validatesDomainName else { return nil }
        return "Without a host, any chain is accepted; with a host, every chain is refused (policy.guardRefused)."
    }

    /// Whether the host is compared, provided that the request has a host and the settings are not contradictory.
    private var comparesHost: Bool {
        validatesDomainName && !(reproducesLibrary && mode == .publicKey && allowInvalidCertificates)
    }

    /// Performs the steps of AFSecurityPolicy: rejects contradictory settings, validates the chain, compares pins.
    package func evaluate(_ question: TrustQuestion, in session: EvaluationSession) -> EvaluatorDecision {
        let isHostGiven = question.host != .none
        if isHostGiven, allowInvalidCertificates, validatesDomainName, mode == .none || pins.fingerprints.isEmpty {
            return Self.guardRefused
        }
        var requirements = PathRequirements(profile: validatesDomainName ? .appleSSL : .basicX509, anchors: anchors)
        requirements.intermediates = intermediates
        requirements.validateHost = comparesHost && isHostGiven
        requirements.acceptsRevokedPins = reproducesLibrary
        switch mode {
        case .none: return evaluateChain(question, under: requirements, in: session)
        case .certificate: return evaluateCertificates(question, under: requirements, in: session)
        case .publicKey: return evaluateKeys(question, under: requirements, in: session)
        }
    }

    private static let guardRefused = EvaluatorDecision.refused([
        Finding(
            .policyGuardRefused,
            message: "The policy validates the domain name, but allows invalid certificates and has no pins."
        )
    ])

    /// Accepts any chain if invalid certificates are allowed; otherwise validates the chain with `anchors`.
    private func evaluateChain(
        _ question: TrustQuestion,
        under requirements: PathRequirements,
        in session: EvaluationSession
    ) -> EvaluatorDecision {
        var requirements = requirements
        requirements.enforcement = allowInvalidCertificates ? .nothing : .everything
        var decision = session.evaluatePaths(of: question, requirements)
        if allowInvalidCertificates {
            let hazard = Finding(
                .hazardAnyChainAccepted,
                severity: .warning,
                message: "The policy accepts any chain: it allows invalid certificates and has no pins."
            )
            decision.reasons = (decision.reasons + [hazard]).ranked
        }
        return decision
    }

    /// Validates the chain with the pins as anchors, and first with `anchors` unless invalid certificates are allowed.
    private func evaluateCertificates(
        _ question: TrustQuestion,
        under requirements: PathRequirements,
        in session: EvaluationSession
    ) -> EvaluatorDecision {
        var unpinnedUntil: Instant?
        if !allowInvalidCertificates {
            var unpinned = requirements
            // Without pins, the second validation always fails, so the first one already reports the missing pins.
            if pins.fingerprints.isEmpty { unpinned.pins = pins }
            let decision = session.evaluatePaths(of: question, unpinned)
            guard decision.isAccepted else { return decision }
            unpinnedUntil = decision.validUntil
        }
        var pinned = requirements
        pinned.anchors = [pinnedAnchors]
        pinned.pins = pins
        var decision = session.evaluatePaths(of: question, pinned)
        // Both paths must be valid; an issuer can expire before the pinned certificate.
        decision.validUntil = [decision.validUntil, unpinnedUntil].compactMap(\.self).min()
        return decision
    }

    /// Compares the keys with the pins and, unless invalid certificates are allowed, validates with `anchors`.
    private func evaluateKeys(
        _ question: TrustQuestion,
        under requirements: PathRequirements,
        in session: EvaluationSession
    ) -> EvaluatorDecision {
        var requirements = requirements
        requirements.pins = pins
        if allowInvalidCertificates { requirements.enforcement = .hostAndPins }
        return session.evaluatePaths(of: question, requirements)
    }
}
