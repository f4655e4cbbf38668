import Synchronization
import TrustModel

@testable import TrustEvaluation

/// A script that gives a fixed decision, and records the paths that it was asked about.
final class FakeScript: TrustScript {
    private let decision: ScriptDecision
    private let recorded = Mutex<[ScriptedPath]>([])

    init(_ outcome: ScriptDecision.Outcome, span: Int64? = nil) {
        decision = ScriptDecision(outcome, span: span)
    }

    var paths: [ScriptedPath] { recorded.withLock { $0 } }

    func decide(about path: ScriptedPath) -> ScriptDecision {
        recorded.withLock { $0.append(path) }
        return decision
    }
}
