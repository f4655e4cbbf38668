import TrustEvaluation
import TrustModel

extension PathValidating {
    /// Validates a path with the signatures that its certificates have.
    func validate(_ path: CandidatePath, at instant: Instant) -> LibraryJudgement {
        let areSigned = zip(path.certificates, path.issuers).map { isSigned($0, by: $1) }
        return validate(path, areSigned: areSigned, at: instant)
    }
}
