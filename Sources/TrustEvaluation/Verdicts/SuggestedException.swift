import TrustModel

/// The exception that a person in charge could put into the policy (`SecTrustCopyExceptions`).
enum SuggestedException {
    /// For how long an exception is offered, in seconds: thirty days, so that somebody looks at it again.
    static let duration: Int64 = 30 * 86400

    /// The exception for a refusing decision; nil where something is wrong that no exception accepts.
    static func exception(for decision: EvaluatorDecision, _ question: TrustQuestion) -> TrustException? {
        let codes = decision.codesToAccept
        guard decision.result == .recoverableTrustFailure, !decision.path.isEmpty, !codes.isEmpty else { return nil }
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
            until: min(question.instant.adding(seconds: duration), lastWritable)
        )
    }

    /// The last second that documents can write.
    private static let lastWritable = Instant(secondsSince1970: 253_402_300_799)
}
