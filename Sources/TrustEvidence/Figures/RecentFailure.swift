package import TrustEvaluation
package import TrustModel

/// A location that fails, or evidence that a location does not provide.
package struct RecentFailure: Sendable, Hashable {
    /// The URL from the certificate, without the OCSP request that a GET appends.
    package let location: String
    /// The kind of evidence.
    package let method: EvidenceNeed.Method
    /// Whether all requests for this kind of evidence at the location are delayed; otherwise, those for one piece.
    package let delaysLocation: Bool
    /// The last failure.
    package let code: FetchFailureCode
    /// The number of failures in a row.
    package let count: Int
    /// The time from which the next evaluation that needs the evidence asks again.
    package let nextAttempt: Instant
}
