import TrustEvaluation
import TrustModel

/// The result of fetching one target.
struct FetchOutcome: Sendable {
    enum Result: Sendable {
        /// Verified evidence, with its origin.
        case answer(StoredEvidence.Content, EvidenceOrigin)
        /// A failure; the evidence, if any, gives no answer or could not be verified here.
        case failure(FailedFetch, RevocationEvidence)
    }

    let result: Result
    /// The number of repetitions of the request with another HTTP method or digest.
    var repetitions = 0
    /// The time until the target may be fetched again after a failure, in milliseconds.
    var retryAfter: Int64 = 0

    init(_ result: Result, repetitions: Int = 0, retryAfter: Int64 = 0) {
        self.result = result
        self.repetitions = repetitions
        self.retryAfter = retryAfter
    }
}

/// The assessment of one response.
enum ResponseAssessment {
    case answer(StoredEvidence)
    case failure(FailedFetch, RevocationEvidence, EvidenceResponse.FailureScope, OCSPInquiry.Defect?)
}
