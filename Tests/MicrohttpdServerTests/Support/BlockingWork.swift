import Foundation

/// A blocking function at work on a thread of its own: the few threads that tests share must never wait for each other.
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

    /// What the function returned; nil only when the test is cancelled.
    var value: Result? {
        get async { await results.first { _ in true } }
    }
}
