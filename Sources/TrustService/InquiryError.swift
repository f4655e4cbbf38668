package import StructuredDocuments
package import TrustPolicies

/// The reason why an inquiry has no verdict.
package enum InquiryError: Error {
    /// The policy or the policy set does not exist.
    case unknownPolicy(PolicyLookupError)
    /// The configuration does not permit policies in requests.
    case inlinePoliciesDisabled
    /// The policy in the request is invalid.
    case invalidPolicy(DocumentError)
    /// The policy validates the host, and the inquiry has none.
    case hostRequired
    /// The verdict would allow the chain only because no one looked for some of the evidence.
    ///
    /// `exceedsAllowance` is true if the inquiry itself needs more fetches or more time than one may cause.
    case evidenceNotSought(exceedsAllowance: Bool)
    /// The inquiry may not wait for evidence, or not any longer; the error is that of ``WaitingPlace``.
    case waitRefused(any Error)
    /// The decision cannot be recorded, and must not be given without a record.
    case notRecorded
}
