import Dispatch
import Glibc

/// The signals that the daemon answers: reload and end.
///
/// They are blocked in every thread and taken by one thread that waits for them: no handler interrupts anything.
enum Signals {
    /// What a signal asks for.
    enum Request: Sendable, Equatable {
        /// SIGHUP.
        case reload
        /// SIGTERM or SIGINT, by its name.
        case end(signal: String)
    }

    private static let requests: [Int32: Request] = [
        SIGHUP: .reload, SIGTERM: .end(signal: "SIGTERM"), SIGINT: .end(signal: "SIGINT"),
    ]

    /// Blocks the signals in this thread and in those that it starts from now on, and ignores SIGPIPE.
    ///
    /// Must be called before any other thread exists: a signal goes to any thread that does not block it.
    static func block() {
        signal(SIGPIPE, SIG_IGN)
        var set = signalSet()
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Hands every request over, on a thread of its own, for as long as the process lives.
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
