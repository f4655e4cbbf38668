import TrustModel

/// The exception that an operator could add to the policy (`SecTrustCopyExceptions`).
enum SuggestedException {
    /// The duration of a suggested exception, in seconds: thirty days, so that the operator reviews the exception.
    static let duration: Int64 = 30 * 86400

    /// Returns the exception for a rejecting decision; nil if an error cannot be accepted by an exception.
    static func exception(
        for decision: EvaluatorDecision,
        _ question: TrustQuestion,
        _ time: Moment
    ) -> TrustException? {
        let codes = decision.codesToAccept
        guard decision.conclusion.result == .recoverableTrustFailure, !decision.path.isEmpty, !codes.isEmpty else {
            return nil
        }
        let host: HostName?
        switch question.host {
        case .none: host = nil
        case .name(let name): host = name
        case .invalid: return nil
        }
        return TrustException(
            codes: codes,
            chain: decision.path.map(\.certificate.facts.fingerprint),
            host: host,
            until: min(time.quoted.adding(seconds: duration), lastWritable)
        )
    }

    /// The last second that a policy document can express.
    private static let lastWritable = Instant(secondsSince1970: 253_402_300_799)
}
