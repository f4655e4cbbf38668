/// Bounds on one batch of evaluations.
package struct BatchLimits: Sendable {
    /// The longest array, in bytes; a stream of lines may be of any length.
    package var bytes = 16 << 20
    /// How many items a batch may have.
    package var items = 100_000
    /// The longest item, in bytes: as long as the body of a request by itself.
    package var itemBytes = 1 << 20

    /// The defaults.
    package init() {}
}
