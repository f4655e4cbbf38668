import Dispatch
import Glibc

/// The signals that the daemon handles: SIGHUP, SIGTERM and SIGINT.
///
/// Every thread blocks these signals, and one thread receives them with `sigwait`, so no handler interrupts code.
enum Signals {
    enum Request: Sendable, Equatable {
        /// SIGHUP.
        case reload
        /// SIGTERM or SIGINT, with its name.
        case end(signal: String)
    }

    private static let requests: [Int32: Request] = [
        SIGHUP: .reload, SIGTERM: .end(signal: "SIGTERM"), SIGINT: .end(signal: "SIGINT"),
    ]

    /// Blocks the signals in this thread and the threads it starts later, and ignores SIGPIPE and the signal of too large files.
    ///
    /// Call this before any other thread exists, because a signal is delivered to any thread that does not block it.
    static func block() {
        signal(SIGPIPE, SIG_IGN)
        // A write beyond the largest permitted file then fails as on a full disk.
        signal(SIGXFSZ, SIG_IGN)
        var set = signalSet()
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Passes every received signal to the handler, on a separate thread, until the process exits.
    static func deliver(to handler: @escaping @Sendable (Request) -> Void) {
        DispatchQueue(label: "anchord.signals").async {
            var set = signalSet()
            var number: Int32 = 0
            while unsafe sigwait(&set, &number) == 0 {
                if let request = requests[number] { handler(request) }
            }
        }
    }

    private static func signalSet() -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in requests.keys { unsafe sigaddset(&set, number) }
        return set
    }
}
