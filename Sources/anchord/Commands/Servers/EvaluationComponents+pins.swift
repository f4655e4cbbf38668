import TrustEvaluation
import TrustModel
import TrustService

extension EvaluationComponents {
    /// Returns the recommendation for the keys of a chain, which must not be empty.
    func pinPlan(for chain: [Certificate], at instant: Instant) throws(CommandFailure) -> PinPlan {
        let engine = try evaluations(budget: WorkBudget(), limits: CertificateLimits(), allowsInlinePolicies: false)
            .engine
        do throws(LibraryFailure) {
            return try engine.pinPlan(for: chain, at: instant)
        } catch {
            throw CommandFailure([error.reason])
        }
    }
}
