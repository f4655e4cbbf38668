import SystemThreads

extension ServerError {
    /// Describes a system call that failed for lack of a resource.
    init(_ failure: ResourceFailure) {
        self.init(failure.call, errno: failure.errno, address: nil)
    }
}

extension PlatformThread {
    /// Starts a thread of the server that runs the function with all signals blocked.
    init(_ body: @escaping @Sendable () -> Void) throws(ServerError) {
        do { self = try PlatformThread.start(body) } catch { throw ServerError(error) }
    }
}

extension WakeEvent {
    /// Opens the eventfd of the server's acceptor.
    static func ofServer() throws(ServerError) -> WakeEvent {
        do { return try WakeEvent() } catch { throw ServerError(error) }
    }
}
