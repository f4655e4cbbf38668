/// How a cache is doing.
package struct CacheFigures: Sendable, Equatable {
    /// How many entries there are.
    package var entries = 0
    /// How much they weigh together.
    package var weight = 0
    /// How often something was found since the start.
    package var hits = 0
    /// How often nothing was found since the start.
    package var misses = 0
    /// How many entries were given up for others since the start.
    package var evictions = 0
}
