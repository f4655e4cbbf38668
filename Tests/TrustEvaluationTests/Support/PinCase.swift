import TrustEvaluation
import TrustModel
import TrustTestSupport

/// One question to the engine under a policy that pins, with whatever a test changes.
struct PinCase {
    var engineCase: EngineCase
    var pins: PinRequirements
    var enforcement = Enforcement.everything

    /// A sound chain with its root as the anchor, and some of its certificates pinned, by their places.
    init(_ hierarchy: Hierarchy, _ kind: PinRequirements.Kind = .publicKeys, pinning places: Int...) throws {
        engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        pins = PinRequirements(kind, Set(try places.map { try hierarchy.path[$0].pin(kind) }))
    }

    /// The engine's answer.
    func verdict() throws -> Verdict {
        try engineCase.verdict(under: try evaluator())
    }

    /// The mechanism.
    func evaluator() throws -> PathEvaluator {
        let requirements = try engineCase.requirements {
            $0.pins = pins
            $0.enforcement = enforcement
        }
        return PathEvaluator(requirements)
    }
}
