import TrustEvaluation
import TrustModel

/// The result of fetching one target.
enum FetchOutcome: Sendable {
    /// Verified evidence, with its origin.
    case answer(StoredEvidence.Content, EvidenceOrigin)
    /// A failure; the evidence, if any, gives no answer or could not be verified here.
    case failure(FailedFetch, RevocationEvidence)
}

/// The assessment of one response.
enum ResponseAssessment {
    case answer(StoredEvidence)
    /// The responder may not know the digest algorithm of the request.
    case retry(FailedFetch, RevocationEvidence)
    case failure(FailedFetch, RevocationEvidence, EvidenceResponse.FailureScope)
}
