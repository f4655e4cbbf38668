/// The obligation to respond to one request later, from any thread.
///
/// Only the first response counts. If the promise is released without a response, the connection is closed.
package final class HTTPResponsePromise: Sendable {
    private let receiver: Locked<(@Sendable (HTTPResponse?) -> Void)?>

    /// Creates a promise; the receiver is called exactly once, with nil if the promise is released without a response.
    package init(_ receiver: @escaping @Sendable (HTTPResponse?) -> Void) {
        self.receiver = Locked(receiver)
    }

    deinit {
        takeReceiver()?(nil)
    }

    /// Provides the response.
    package func fulfill(_ response: HTTPResponse) {
        takeReceiver()?(response)
    }

    private func takeReceiver() -> (@Sendable (HTTPResponse?) -> Void)? {
        receiver.withLock { receiver in
            defer { receiver = nil }
            return receiver
        }
    }
}
