/// How a cache is doing.
public struct CacheFigures: Sendable, Equatable {
    /// How many entries there are.
    public var entries = 0
    /// How much they weigh together.
    public var weight = 0
    /// How often something was found since the start.
    public var hits = 0
    /// How often nothing was found since the start.
    public var misses = 0
    /// How many entries were given up for others since the start.
    public var evictions = 0

    /// Nothing yet.
    @inlinable public init() {}
}
