package import TrustModel

/// A script that decides about a path (`evaluator: custom`).
///
/// A script is compiled when its policy is loaded. Several threads can run it at the same time, each call with its own
/// limits.
package protocol TrustScript: Sendable {
    /// Asks the script about a path.
    func decide(about path: ScriptedPath) -> ScriptDecision
}

/// The path and the circumstances that a script can read.
package struct ScriptedPath: Sendable {
    /// The revocation status of one certificate.
    package struct Revocation: Sendable, Equatable {
        /// The certificate's position in the path.
        package let depth: Int
        /// The status: `good`, `revoked` or `unknown`.
        package let status: String
        /// The origin of the evidence; nil without an answer.
        package var source: EvidenceOrigin?
        /// The evidence as a noun phrase; nil without an answer.
        package var evidence: String?
    }

    /// The certificates, leaf first.
    package let certificates: [Certificate]
    /// Whether the last certificate is the trust anchor of the path.
    package let isAnchored: Bool
    /// The requested host as text; nil if the request has none.
    package let host: String?
    /// The time of evaluation.
    package let instant: Instant
    /// The policy of the script.
    package let policy: PolicyIdentity
    /// The warnings and notices about the path.
    package let findings: [Finding]
    /// The verified certificate timestamps of the leaf; empty without a log list.
    package let timestamps: [VerifiedTimestamp]
    /// The revocation status of the certificates with evidence.
    package let revocation: [Revocation]
    /// Whether the decision contains a trace.
    package let isTraced: Bool
}

/// The decision of a script about one path.
package struct ScriptDecision: Sendable, Equatable {
    /// The kinds of failures; the names are stable, and label metrics.
    package enum Failure: String, Sendable, CaseIterable {
        /// The script raised an error.
        case error
        /// The script executed too many instructions.
        case instructions
        /// The script took too much processor time.
        case time
        /// The script used too much memory.
        case memory
        /// The script does not define `evaluate`, or returned values of other types.
        case result
    }

    /// The outcomes of a call.
    package enum Outcome: Sendable, Equatable {
        case allowed
        /// The reason is nil if the script gives none; the facts are sorted by name.
        case rejected(reason: String?, facts: [Fact])
        /// The text is the message of the error; empty if there is none.
        case failed(Failure, String)
    }

    /// The outcome.
    package let outcome: Outcome
    /// How long the decision may be reused, in seconds; nil if the script must be asked each time.
    package let span: Int64?
    /// The fields that the script read and the lines that it printed; empty unless a trace was requested.
    package let trace: [ScriptTrace.Line]

    /// Creates a decision.
    package init(_ outcome: Outcome, span: Int64? = nil, trace: [ScriptTrace.Line] = []) {
        self.outcome = outcome
        self.span = span
        self.trace = trace
    }
}
