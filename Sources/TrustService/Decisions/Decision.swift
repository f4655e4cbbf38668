package import TrustModel

/// A verdict that was given to a client, as it is recorded.
package struct Decision: Sendable {
    /// The way in which the verdict was found.
    package enum Source: String, Sendable, CaseIterable {
        /// The question was evaluated for this decision.
        case evaluated
        /// The verdict on the same question was remembered.
        case remembered
        /// The response to the same request was cached.
        case repeated
    }

    /// The identifier, which no other decision has.
    package let id: DecisionID
    /// The time at which the inquiry arrived.
    package let time: WallTime
    /// The route and the client.
    package let place: DecisionPlace
    /// The trace to which the request belongs; nil if the client states none.
    package let trace: TraceID?
    /// The part that all decisions with the same verdict on the same question share.
    package let facts: DecisionFacts
    /// The way in which the verdict was found.
    package let source: Source
    /// The time that workers spent on the inquiry, without waiting.
    package let nanoseconds: Int64
}
