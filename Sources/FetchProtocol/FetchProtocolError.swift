/// A violation of the protocol between the daemon and the fetcher; the connection must be closed.
package struct FetchProtocolError: Error, Hashable, Sendable {
    /// A clause, such as "the URL has 3000 bytes, more than 2048".
    package let reason: String

    /// Creates an error.
    package init(_ reason: String) {
        self.reason = reason
    }
}
