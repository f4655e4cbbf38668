import TrustModel

/// Requires that a path to a partially distrusted anchor meets the constraints on that anchor.
struct AnchorConstraintsRule: Rule {
    static let name = "anchorConstraints"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard context.requirements.hasAnchorConstraints else {
            return .skipped(why: "there are no constraints on trust anchors")
        }
        guard context.path.isAnchored, let anchor = context.path.certificates.last else {
            return .skipped(why: "the path has no trust anchor")
        }
        let constraints = context.requirements.constraints(on: anchor)
        guard !constraints.isEmpty else { return .skipped(why: "the trust anchor has no constraints") }
        return .applied(
            constraints.compactMap { constraint in
                let check = AnchorConstraintCheck(constraint, context)
                return check.isMet
                    ? nil : finding(about: constraint, failures: check.failures, on: anchor.facts, in: context)
            },
            why: "the path was compared with the constraints on its trust anchor"
        )
    }

    private func finding(
        about constraint: AnchorConstraint,
        failures: [String],
        on anchor: CertificateFacts,
        in context: PathContext
    ) -> Finding {
        let origin = constraint.origin.map { " (\($0))" } ?? ""
        let clause =
            switch failures.count {
            case 0: "is fully distrusted\(origin)"
            case 1: "is trusted only under a condition\(origin) that the path does not meet: \(failures[0])"
            default:
                "is trusted only under alternative conditions\(origin), none of which the path meets: "
                    + failures.enumerated().map { "(\($0.offset + 1)) \($0.element)" }.joined(separator: "; ")
            }
        return Finding(
            .chainAnchorConstrained,
            depth: context.path.certificates.count - 1,
            message: "The trust anchor \(anchor.displayName) \(clause).",
            facts: [
                Fact("anchor", constraint.key.pin), Fact("alternatives", failures),
            ] + (constraint.source.map { [Fact("source", $0)] } ?? [])
                + (constraint.asOf.map { [Fact("asOf", $0)] } ?? [])
        )
    }
}
