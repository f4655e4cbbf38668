/// Looks up evidence that was fetched earlier; implemented by the memory of evidence.
package protocol StoredEvidenceReading: Sendable {
    /// Returns the result for a need from memory, without waiting; nil if nothing usable is stored.
    ///
    /// The evidence is not trusted: the evaluation verifies it as if it had been fetched.
    func storedResult(for need: EvidenceNeed) -> GatheredEvidence.Result?
}
