import CMicrohttpd

/// A connection from which libmicrohttpd does not read until ``resume()``.
///
/// `@unchecked Sendable`: MHD_resume_connection is thread-safe, and libmicrohttpd does not free a suspended connection.
/// Call ``resume()`` exactly once.
@safe
struct SuspendedConnection: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Suspends the connection; call this only in a libmicrohttpd callback for that connection.
    init(suspending handle: OpaquePointer) {
        unsafe self.handle = handle
        unsafe MHD_suspend_connection(handle)
    }

    func resume() {
        unsafe MHD_resume_connection(handle)
    }
}
