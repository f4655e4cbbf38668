import CMicrohttpd
import CMicrohttpdShims
import Glibc
import Synchronization
import SystemThreads

/// One libmicrohttpd daemon with one thread, which serves the connections assigned to it.
///
/// `@unchecked Sendable`: `daemon` is written only before the object is shared and while the worker stops. At other
/// times, only the thread-safe MHD_add_connection uses it. `queue` is accessed only on the daemon's thread.
@safe final class Worker: @unchecked Sendable {
    /// The memory of a connection besides its header fields, for the response head and libmicrohttpd's lists, in bytes.
    private static let memoryForAnswerHead = 8 << 10

    let context: ServerContext
    let pool: ItemPool
    let index: Int
    let counters = ServerCounters()
    /// The number of open connections of this worker.
    let load = Atomic(0)
    /// The lock of the worker's requests whose responses tasks compute.
    ///
    /// Its value is not used. A value without storage would have the address of the mutex, and the thread sanitizer would report
    /// each access to it.
    let requestLock = Locked<UInt8>(0)
    /// The requests whose tasks have jobs to run.
    var queue = RequestQueue()
    private var daemon: OpaquePointer?

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

    /// Adds a connection in the table to the daemon; returns false if the daemon rejected and closed it.
    func take(_ connection: Connection, from address: SocketAddress) -> Bool {
        load.increment()
        let taken = unsafe address.withPointer {
            unsafe MHD_add_connection(daemon, connection.descriptor, $0, $1) == .YES
        }
        if !taken { load.subtract(1, ordering: .relaxed) }
        return taken
    }

    /// Stops the daemon; a daemon that still has connections keeps running, and this object is leaked.
    ///
    /// Such a daemon waits for a responder that has not returned; stopping it would block the exit of the process. In
    /// addition, after MHD_stop_daemon, MHD_queue_response of libmicrohttpd 0.9.75 returns success without sending the
    /// response. If libmicrohttpd then rejects a request itself, it writes the missing response and crashes.
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
            // ConnectionTable enforces the limit; libmicrohttpd's default of 1020 could be lower than that limit.
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
            // In strict mode, libmicrohttpd sends two heads if Host is missing. `Exchange` validates more strictly.
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
