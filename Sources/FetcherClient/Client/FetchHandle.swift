import Synchronization

/// A fetch that can be canceled.
package final class FetchHandle: Sendable {
    private let action: @Sendable () -> Void
    private let isCanceled = Atomic(false)

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    /// Ends the fetch early; its completion receives the failure `canceled`, unless the fetch has ended already.
    ///
    /// Returns at once; further calls have no effect.
    package func cancel() {
        if !isCanceled.exchange(true, ordering: .relaxed) { action() }
    }
}
