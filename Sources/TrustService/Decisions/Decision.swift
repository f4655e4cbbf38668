package import TrustModel

/// An answer that was given to a client, as it is recorded.
package struct Decision: Sendable {
    /// A way in which a verdict is found.
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
    /// The number in the order of the storage in a queue, from 1; 0 before that.
    package internal(set) var number: UInt64 = 0
    /// The time at which the inquiry arrived.
    package let time: WallTime
    /// The route and the client.
    package let place: DecisionPlace
    /// The trace to which the request belongs; nil if the client states none.
    package let trace: TraceID?
    /// The answer.
    package let subject: DecisionSubject
    /// The way in which the verdict was found; nil without a verdict.
    package let source: Source?
    /// The time that workers spent on the inquiry, without waiting.
    package let nanoseconds: Int64

    /// The facts of the verdict; nil without one.
    package var facts: DecisionFacts? { subject.facts }
}
