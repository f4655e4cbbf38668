package import TrustModel

/// The traces and failures of the scripts of an evaluation.
package struct ScriptReport: Sendable, Equatable {
    /// The traces of the scripts in the order of their calls; only if they were requested.
    package fileprivate(set) var traces: [ScriptTrace] = []
    /// The failures of scripts.
    package fileprivate(set) var failures: [ScriptFailure] = []

    /// Creates the report of an evaluation without scripts.
    package init() {}

    /// Returns the report of two evaluations.
    static func + (left: ScriptReport, right: ScriptReport) -> ScriptReport {
        var report = left
        report.traces += right.traces
        report.failures += right.failures
        return report
    }
}

/// The effects of the scripts of one evaluation on the verdict.
struct ScriptRecord {
    /// Whether traces were requested.
    let isTraced: Bool
    private(set) var report = ScriptReport()
    /// Whether all scripts allow that their decisions are reused.
    private(set) var areRepeatable = true
    /// The shortest time for which a script allows this, in seconds; nil without scripts.
    private(set) var seconds: Int64?

    init(isTraced: Bool) {
        self.isTraced = isTraced
    }

    mutating func note(_ decision: ScriptDecision, of script: String, _ policy: PolicyIdentity) {
        if isTraced { report.traces.append(ScriptTrace(script: script, lines: decision.trace)) }
        if case .failed(let failure, _) = decision.outcome {
            report.failures.append(ScriptFailure(policy: policy, kind: failure.rawValue))
        }
        guard let span = decision.span, span > 0 else {
            areRepeatable = false
            return
        }
        seconds = min(seconds ?? span, span)
    }
}
