package import TrustModel

/// The conditions under which a verdict may be given again to the same question.
package struct VerdictReuse: Sendable, Equatable {
    /// Whether repeating the request gives the same verdict.
    ///
    /// False after a library failure, after the decision of a script that must be asked each time, after the use of evidence
    /// for one request, and if evidence is missing that can be fetched. Such a verdict is not cached.
    package var isRepeatable = true
    /// How long the verdict may be reused, in seconds, as the scripts and the machine's clock allow; nil if they do not
    /// limit it.
    package var seconds: Int64?
    /// The last second at which an evaluation of the same question with the same evidence has the same verdict.
    package var stableUntil: Instant
    /// The last second at which such an evaluation has the same action and principal, although texts with the time may change.
    package var comparedUntil: Instant

    /// Creates conditions from their parts.
    package init(stableUntil: Instant, isRepeatable: Bool = true, seconds: Int64? = nil) {
        self.isRepeatable = isRepeatable
        self.seconds = seconds
        self.stableUntil = stableUntil
        comparedUntil = stableUntil
    }
}
