import CMicrohttpd

/// Stops libmicrohttpd from reading a connection, and lets it go on.
///
/// `@unchecked Sendable`: MHD_resume_connection may be called from any thread; a connection that is suspended is not freed
/// before it was resumed, and whoever resumes it does so once.
@safe
struct SuspendedConnection: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Suspends the connection; only in a callback that libmicrohttpd makes for it.
    init(suspending handle: OpaquePointer) {
        unsafe self.handle = handle
        unsafe MHD_suspend_connection(handle)
    }

    /// Lets libmicrohttpd call back for the connection again.
    func end() {
        unsafe MHD_resume_connection(handle)
    }
}
