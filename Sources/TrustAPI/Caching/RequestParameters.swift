/// What decides an answer beside the body, the policies and the time: what the head says of the question.
struct RequestParameters: Hashable, Sendable {
    /// Whether the body is PEM; JSON else.
    let isPEM: Bool
    /// The request target's bytes where it has a query; empty else.
    let target: [UInt8]
}
