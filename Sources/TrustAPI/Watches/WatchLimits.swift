/// Limits for watches.
package struct WatchLimits: Sendable {
    /// The maximum number of open watches.
    package var count = 1024
    /// The maximum number of open watches of one client; 0 means no limit.
    package var countOfClient = 512
    /// The maximum number of watches that are evaluated at once, without those that wait for evidence.
    package var evaluations = 4

    /// The memory of one watch on average, in bytes: a chain of three certificates needs a third of it.
    static let bytesEach = 16 << 10

    /// Creates the default limits.
    package init() {}
}
