/// The parts of a request head that, like the body, affect the verdict.
struct RequestParameters: Hashable, Sendable {
    /// Whether the body is PEM rather than JSON.
    let isPEM: Bool
    /// The bytes of the request target if it has a query, otherwise empty.
    let target: [UInt8]
}
