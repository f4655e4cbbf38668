import TrustPolicies

/// Loads the policies as the daemon does, and reports their warnings.
struct PoliciesCheck: DoctorCheck {
    private static let name = "policies"

    func findings(in context: DoctorContext) -> [DoctorFinding] {
        let check: StartupCheck
        do throws(CommandFailure) {
            check = StartupCheck(policiesOf: context.effective, try EvaluationComponents(context.values))
        } catch {
            return error.messages.map { .fail(Self.name, $0, fix: "install the package that it names") }
        }
        let correction = "correct it, and check it with `anchord policies check\(context.option)`"
        guard let snapshot = check.snapshot, check.problems.isEmpty else {
            return check.problems.map { .fail(Self.name, $0, fix: correction) }
        }
        // Expirations have a check of their own.
        let reviews = PolicyListing.reviews(of: snapshot.sets)
        let ending = Set(PolicyListing.warnings(of: snapshot, at: context.now)).subtracting(reviews)
        let place =
            context.values.policies.map { " in \($0)" } ?? ", only the built-in one, since `policies` is not set"
        let review = "change the setting, unless the page Policies and your purpose justify it"
        return [.ok(Self.name, "policy sets: \(snapshot.sets.count)\(place)")]
            + check.warnings.filter { !ending.contains($0) }.map { .warn(Self.name, $0, fix: review) }
    }
}
