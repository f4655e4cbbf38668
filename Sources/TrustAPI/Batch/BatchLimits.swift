/// Limits for one batch of evaluations.
package struct BatchLimits: Sendable {
    /// The maximum length of an array in bytes; the length of a stream of lines is not limited.
    package var bytes = 16 << 20
    /// The maximum number of items in a batch.
    package var items = 100_000
    /// The maximum length of an item in bytes, the same as for the body of a single request.
    package var itemBytes = 1 << 20

    /// Creates the default limits.
    package init() {}
}
