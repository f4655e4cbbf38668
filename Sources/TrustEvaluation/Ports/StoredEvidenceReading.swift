/// Looks up evidence that was fetched earlier; implemented by the memory of evidence.
package protocol StoredEvidenceReading: Sendable {
    /// Returns the result for a need from memory, without waiting; nil if nothing usable is stored.
    ///
    /// The evidence is not trusted: the evaluation verifies it as if it had been fetched.
    func storedResult(for need: EvidenceNeed) -> GatheredEvidence.Result?

    /// Returns evidence in memory that may revoke the certificate of a need, with delta CRLs; nil if there is none.
    ///
    /// The evidence may have ended, because a permanent revocation outlives it. Nothing is fetched.
    func revokingResult(for need: EvidenceNeed) -> GatheredEvidence.Result?

    /// Keeps issuers that completed a verified path to a trust anchor.
    func keep(_ issuers: [FetchedIssuer])

    /// The number of changes of the memory so far, by which remembered verdicts become outdated.
    var changeCount: UInt64 { get }
}

extension StoredEvidenceReading {
    /// Keeps nothing.
    package func keep(_ issuers: [FetchedIssuer]) {}

    /// No changes.
    package var changeCount: UInt64 { 0 }
}
