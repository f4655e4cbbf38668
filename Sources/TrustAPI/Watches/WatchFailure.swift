import TrustService

/// The reason why a watch has no new verdict.
struct WatchFailure: Error {
    let problem: Problem
    /// Whether another evaluation may have a verdict soon.
    let isTemporary: Bool

    init(problem: Problem, isTemporary: Bool) {
        (self.problem, self.isTemporary) = (problem, isTemporary)
    }

    /// Creates the failure of an evaluation; `mayRead` is whether the client may learn the names of policies.
    init(_ error: InquiryError, mayRead: Bool) {
        problem = Problem(error, mayRead: mayRead)
        isTemporary =
            switch error {
            case .evidenceNotSought, .waitRefused, .notRecorded: true
            case .unknownPolicy, .inlinePoliciesDisabled, .invalidPolicy, .hostRequired: false
            }
    }
}
