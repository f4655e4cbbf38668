/// Statistics of a cache.
public struct CacheFigures: Sendable, Equatable {
    /// The current number of entries.
    public var entries = 0
    /// The total weight of the entries.
    public var weight = 0
    /// The number of successful lookups since the start.
    public var hits = 0
    /// The number of unsuccessful lookups since the start.
    public var misses = 0
    /// The number of entries evicted to make space for others since the start.
    public var evictions = 0

    /// Creates statistics with all counts at zero.
    @inlinable public init() {}
}
