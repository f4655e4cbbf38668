import TrustEvaluation
import TrustModel
import TrustTestSupport

/// One question to the engine under a policy with pins.
struct PinCase {
    var engineCase: EngineCase
    var pins: PinRequirements
    var enforcement = Enforcement.everything

    /// A valid chain with its root as the anchor, and the pinned certificates by position.
    init(_ hierarchy: Hierarchy, _ kind: PinRequirements.Kind = .publicKeys, pinning places: Int...) throws {
        engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        pins = PinRequirements(kind, Set(try places.map { try hierarchy.path[$0].pin(kind) }))
    }

    /// Returns the engine's verdict.
    func verdict() throws -> Verdict {
        try engineCase.verdict(under: try evaluator())
    }

    /// Returns the evaluator.
    func evaluator() throws -> PathEvaluator {
        let requirements = try engineCase.requirements {
            $0.pins = pins
            $0.enforcement = enforcement
        }
        return PathEvaluator(requirements)
    }
}
