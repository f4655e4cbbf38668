import TrustModel

/// The effects of the scripts of one evaluation on the verdict.
struct ScriptRecord {
    /// Whether traces were requested.
    let isTraced: Bool
    private(set) var traces: [ScriptTrace] = []
    private(set) var failures: [ScriptFailure] = []
    /// Whether all scripts allow that their decisions are reused.
    private(set) var areRepeatable = true
    /// The shortest time for which a script allows this, in seconds; nil without scripts.
    private(set) var seconds: Int64?

    init(isTraced: Bool) {
        self.isTraced = isTraced
    }

    mutating func note(_ decision: ScriptDecision, of script: String, _ policy: PolicyIdentity) {
        if isTraced { traces.append(ScriptTrace(script: script, lines: decision.trace)) }
        if case .failed(let failure, _) = decision.outcome {
            failures.append(ScriptFailure(policy: policy, kind: failure.rawValue))
        }
        guard let span = decision.span, span > 0 else {
            areRepeatable = false
            return
        }
        seconds = min(seconds ?? span, span)
    }
}
