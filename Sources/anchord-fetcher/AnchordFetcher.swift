import ArgumentParser
import CurlFetching
import Glibc

/// The program that fetches evidence for the daemon, over one socket.
@main
struct AnchordFetcher: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchord-fetcher",
        abstract: "Fetches OCSP responses, CRLs and certificates for anchord.",
        discussion: """
            The daemon starts this program, or systemd does with a socket unit. It serves one connection and ends with it. It \
            opens connections to public addresses on port 80 and to the destinations that the daemon's configuration allows, \
            and to nothing else.
            """,
        version: FetcherVersion.current
    )

    @Option(help: "The descriptor of the connected socket; by default, the one that systemd passes.")
    var socketFD: Int32?

    func run() throws {
        guard let descriptor = socketFD ?? Self.inheritedSocket else {
            throw ValidationError("There is no socket: the daemon or systemd must start this program.")
        }
        guard ProcessHardening.apply(keeping: descriptor) else {
            throw ExitCode(Self.report("cannot reduce its privileges"))
        }
        guard let session = FetcherSession(descriptor: descriptor, version: FetcherVersion.current) else {
            throw ExitCode(Self.report("cannot use the socket \(descriptor)"))
        }
        switch session.run() {
        case .closed: return
        case .protocolError(let reason): throw ExitCode(Self.report("the daemon violated the protocol: \(reason)"))
        case .failed(let reason): throw ExitCode(Self.report(reason))
        }
    }

    /// The socket of a systemd unit with `Accept=yes` (sd_listen_fds(3)); nil if this process was not started for one.
    private static var inheritedSocket: Int32? {
        guard environment("LISTEN_PID") == String(getpid()), environment("LISTEN_FDS") == "1" else { return nil }
        return 3
    }

    private static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// Writes an error to the standard error, and returns the exit status for it.
    private static func report(_ reason: String) -> Int32 {
        let line = Array("anchord-fetcher: \(reason)\n".utf8)
        unsafe _ = line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
        return 1
    }
}

enum FetcherVersion {
    /// The semantic version of this build, that of the daemon.
    static let current = "0.1.0"
}
