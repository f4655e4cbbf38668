package import TrustModel

/// The verdict with the evidence at hand, and the evidence that could change it.
package struct TrustAnswer: Sendable {
    /// The verdict; if ``needs`` is not empty, it is not repeatable.
    package let verdict: Verdict
    /// The missing evidence that the policy allows to fetch; empty if the verdict does not depend on it.
    package let needs: [EvidenceNeed]
    /// The look-ups in memory without which the verdict is not final; usually empty.
    ///
    /// Record their results in ``TrustQuestion/known``, and ask again.
    package let unasked: MemoryLookups
    /// The evidence of the question's ``TrustQuestion/gathered``, with what the evaluation used of that in memory.
    ///
    /// The lifetime of the verdict depends on it, and the next evaluation of the question must begin with it.
    package let gathered: GatheredEvidence
    /// Whether the verdict can change when the memory of evidence learns of a revocation.
    package let dependsOnMemory: Bool
    /// The issuers that were fetched for the question and may be kept for others.
    package let fetchedIssuers: [FetchedIssuer]
}
