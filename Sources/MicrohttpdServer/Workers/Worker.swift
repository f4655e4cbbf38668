import CMicrohttpd
import CMicrohttpdShims
import Glibc
import Synchronization

/// One libmicrohttpd daemon with one thread, which serves the connections dealt to it.
///
/// `@unchecked Sendable`: `daemon` is written before the object is shared and after all else has stopped;
/// MHD_add_connection, the one call made on it in between, may come from any thread. `cohorts` is touched only on the
/// daemon's thread.
@safe final class Worker: @unchecked Sendable {
    /// Beyond the fields themselves, a connection's memory holds the head of the answer and libmicrohttpd's own lists.
    private static let memoryForAnswerHead = 8 << 10

    let context: ServerContext
    let pool: ItemPool
    /// Which of the server's workers it is, from 0.
    let index: Int
    let counters = ServerCounters()
    /// Connections dealt to this worker that are still open.
    let load = Atomic(0)
    /// The answers that are not made yet.
    var cohorts = CohortScheduler()
    private var daemon: OpaquePointer?

    /// Starts the daemon and its thread.
    init(_ context: ServerContext, index: Int, pool: ItemPool) throws(ServerError) {
        self.context = context
        self.index = index
        self.pool = pool
        let daemon = unsafe start()
        guard let daemon = unsafe daemon else { throw ServerError("MHD_start_daemon", errno: errno, address: nil) }
        unsafe self.daemon = daemon
    }

    deinit {
        if let daemon = unsafe daemon { unsafe MHD_stop_daemon(daemon) }
    }

    /// Gives the worker a connection that is in the table; false when it could not take it, and has closed it.
    func take(_ connection: Connection, from address: SocketAddress) -> Bool {
        load.increment()
        let taken = unsafe address.withPointer {
            unsafe MHD_add_connection(daemon, connection.descriptor, $0, $1) == .YES
        }
        if !taken { load.subtract(1, ordering: .relaxed) }
        return taken
    }

    /// Ends the daemon; one that has connections is left to itself, with all it needs kept alive.
    ///
    /// Its responder does not come back, which would hold up the whole process. And from MHD_stop_daemon on,
    /// MHD_queue_response of libmicrohttpd 0.9.75 takes no response and returns success; refusing a request of its own
    /// accord, libmicrohttpd then writes the response that it does not have, and crashes.
    func stop() {
        guard let daemon = unsafe daemon else { return }
        unsafe self.daemon = nil
        if load.value > 0 {
            unsafe _ = Unmanaged.passRetained(self)
        } else {
            unsafe MHD_stop_daemon(daemon)
        }
    }

    private func start() -> OpaquePointer? {
        let flags =
            MHD_USE_EPOLL.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue
            | MHD_USE_NO_LISTEN_SOCKET.rawValue | MHD_USE_ITC.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        let own = unsafe Unmanaged.passUnretained(self).toOpaque()
        var options = unsafe options(own)
        return unsafe PlatformThread.withoutSignals {
            unsafe cmicrohttpdshims_MHD_start_daemon(flags, requestAdvances, own, &options)
        }
    }

    private func options(_ own: UnsafeMutableRawPointer) -> [MHD_OptionItem] {
        let configuration = context.configuration
        return unsafe [
            MHD_OptionItem(
                option: .CONNECTION_MEMORY_LIMIT,
                value: configuration.maximumHeaderBytes + Worker.memoryForAnswerHead,
                ptr_value: nil
            ),
            // The table holds the limit; this one only must not be lower (its default is 1020).
            MHD_OptionItem(
                option: .CONNECTION_LIMIT,
                value: configuration.maximumConnections + 1,
                ptr_value: nil
            ),
            MHD_OptionItem(
                option: .CONNECTION_TIMEOUT,
                value: Int(configuration.idleTimeout.wholeSeconds),
                ptr_value: nil
            ),
            // Not strict: being so, it answers a missing Host with a doubled head. The exchange is stricter anyway.
            MHD_OptionItem(option: .STRICT_FOR_CLIENT, value: 0, ptr_value: nil),
            MHD_OptionItem(
                option: .URI_LOG_CALLBACK,
                value: functionAddress(requestBegins),
                ptr_value: own
            ),
            MHD_OptionItem(
                option: .UNESCAPE_CALLBACK,
                value: functionAddress(leaveEscaped),
                ptr_value: nil
            ),
            MHD_OptionItem(
                option: .NOTIFY_COMPLETED,
                value: functionAddress(requestEnds),
                ptr_value: own
            ),
            MHD_OptionItem(
                option: .NOTIFY_CONNECTION,
                value: functionAddress(connectionChanges),
                ptr_value: own
            ),
            MHD_OptionItem(option: .END, value: 0, ptr_value: nil),
        ]
    }
}
