import Foundation

/// Runs a blocking function on a thread of its own, since the shared threads of tests must not block.
struct BlockingWork<Result: Sendable> {
    private let results: AsyncStream<Result>

    init(_ body: @escaping @Sendable () -> Result) {
        let (results, continuation) = AsyncStream.makeStream(of: Result.self)
        self.results = results
        Thread.detachNewThread {
            continuation.yield(body())
            continuation.finish()
        }
    }

    /// The result of the function; nil only if the test is canceled.
    var value: Result? {
        get async { await results.first { _ in true } }
    }
}
