import TrustModel

/// Requires that the path meets the policy's `constraints`, except for `maximumLifetime`, which ``LifetimeRule`` enforces.
///
/// Constraints only restrict: they are errors under every enforcement, and no exception accepts their violation.
struct ConstraintsRule: Rule {
    static let name = "constraints"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard let constraints = context.requirements.constraints else {
            // Constants cost nothing; nearly all policies have no constraints.
            return .skipped(
                why: context.requirements.maximumLifetime == nil
                    ? "the policy has no constraints" : "the policy has no constraints besides maximumLifetime"
            )
        }
        var violations = ConstraintViolations()
        violations.add(constraints, ConstrainedPath(context))
        return .applied(
            violations.all.map { finding($0, context) },
            why: "the path was compared with the policy's constraints"
        )
    }

    private func finding(_ violation: ConstraintViolation, _ context: PathContext) -> Finding {
        let subject = violation.depth.map(context.name) ?? "The path"
        return Finding(
            .policyConstraintViolated,
            depth: violation.depth,
            message:
                "\(subject) violates the constraint at \(violation.pointer): expected \(violation.expected), found "
                + "\(violation.found).",
            facts: [
                Fact("pointer", violation.pointer), Fact("expected", violation.expected),
                Fact("found", violation.found),
            ]
        )
    }
}
