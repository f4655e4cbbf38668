import MicrohttpdServer
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
        let problem: Problem
        do throws(HTTPFailure) { problem = try Problem(error) } catch { problem = Problem(error) }
        self.problem = mayRead ? problem.forReaders : problem
        isTemporary =
            switch error {
            case .evidenceNotSought, .waitRefused, .notRecorded: true
            case .unknownPolicy, .inlinePoliciesDisabled, .invalidPolicy, .hostRequired: false
            }
    }
}
