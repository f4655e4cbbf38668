import TrustEvaluation
package import TrustModel

/// The part whose end ends the permission of a chain.
package enum ForecastCause: String, Sendable, CaseIterable {
    /// The validity of the end-entity certificate.
    case leaf
    /// The validity of a CA certificate between leaf and anchor.
    case intermediate
    /// The validity of the anchor, or the time until which it is trusted.
    case anchor
    /// The pins of the policy.
    case pins
    /// The time of a CRL or an OCSP response.
    case evidence
    /// An exception of the policy.
    case exception
    /// Anything else that the policy requires.
    case policy
}

extension Forecast.Stage {
    /// The errors that the last verdict before did not have, the most useful first; all errors at the beginning.
    package var newErrors: [Finding] {
        let errors = verdict.reasons.filter { $0.severity == .error }
        guard let previous else { return errors }
        let new = errors.filter { error in
            !previous.reasons.contains {
                $0.severity == .error && $0.code == error.code && $0.certificate == error.certificate
            }
        }
        return new.isEmpty ? errors : new
    }

    /// The part that has ended; nil if the chain is allowed, or if it never was.
    package var cause: ForecastCause? {
        guard verdict.action != .allow, let previous else { return nil }
        let hadException = previous.reasons.contains { $0.code == .noticeException }
        if hadException, !verdict.reasons.contains(where: { $0.code == .noticeException }) { return .exception }
        return newErrors.first.map(cause) ?? .policy
    }

    private func cause(_ error: Finding) -> ForecastCause {
        switch error.code {
        case .timeExpired, .timeNotYetValid: certificateCause(error)
        case .chainAnchorConstrained: .anchor
        case .pinCertificateMismatch, .pinKeyMismatch, .pinSetEmpty, .pinSetExpired: .pins
        case .revocationUnavailable, .revocationStale: .evidence
        default: .policy
        }
    }

    private func certificateCause(_ error: Finding) -> ForecastCause {
        guard let depth = error.depth, depth > 0 else { return .leaf }
        let isAnchor = verdict.path.contains { $0.certificate == error.certificate && $0.origin == .anchor }
        return isAnchor ? .anchor : .intermediate
    }
}
