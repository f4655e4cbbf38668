import StructuredDocuments
package import TrustEvaluation
package import TrustModel

/// An anchor of a policy that the system trust store constrains, and the policy does not.
package struct UnappliedConstraint: Sendable {
    /// The set and the policy, such as `payments/corporate`.
    package let policy: String
    /// The policy's anchor.
    package let anchor: Certificate
    /// The constraint, which applies only to policies that use the system trust store.
    package let constraint: AnchorConstraint
}

/// Collects the unapplied constraints of one document.
final class UnappliedConstraintRecorder {
    private(set) var constraints: [UnappliedConstraint] = []

    func add(_ constraint: UnappliedConstraint) { constraints.append(constraint) }
}

extension EvaluatorDecoding.Context {
    /// Warns of anchors that the system trust store constrains, if the policy neither uses that store nor constrains them.
    func warnOfUnappliedConstraints(on requirements: PathRequirements, _ anchors: DocumentValue?) {
        guard let known = systemAnchors.constraints, let anchors,
            !requirements.anchors.contains(where: { $0.constraints != nil })
        else { return }
        for anchor in requirements.anchors.flatMap(\.certificates)
        where requirements.anchorConstraints?.constraints(on: anchor).isEmpty ?? true {
            let unapplied = known.constraints(on: anchor).filter { !$0.allowsEveryPath(for: requirements.purpose) }
            for constraint in unapplied {
                let origin = constraint.origin.map { " by \($0)" } ?? ""
                anchors.warn(
                    "the trust anchor \(anchor.facts.displayName) is partially distrusted\(origin), but this policy does not "
                        + "use the system trust store: add the constraint to its `anchorConstraints`, or remove the anchor"
                )
                self.unapplied?.add(UnappliedConstraint(policy: owner, anchor: anchor, constraint: constraint))
            }
        }
    }
}
