import TrustEvaluation
import TrustModel

extension PathValidating {
    /// Validates a path with the signatures that its certificates have; one that the library could not check counts as none.
    func validate(_ path: CandidatePath, at instant: Instant) -> LibraryJudgement {
        let areSigned = zip(path.certificates, path.issuers).map { (try? isSigned($0, by: $1)) ?? false }
        return validate(path, areSigned: areSigned, at: instant)
    }
}
