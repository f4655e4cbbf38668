import Glibc
import MicrohttpdServer

/// Asks the daemon at each address, with the rights of this user.
struct SocketsCheck: DoctorCheck {
    private static let name = "sockets"
    private static let start = "start the daemon: `systemctl start anchord`, or `anchord serve`"
    private static let timeout = Duration.seconds(5)

    func findings(in context: DoctorContext) -> [DoctorFinding] {
        var addresses = context.values.listen
        let standard = ListenAddress.unix(path: DaemonOptions.standardSocket)
        if !addresses.contains(standard), InputFile.exists(DaemonOptions.standardSocket) { addresses.append(standard) }
        let findings = addresses.compactMap(Self.finding)
        guard findings.isEmpty else { return findings }
        return [.ok(Self.name, "systemd passes all sockets, whose addresses are in its socket unit")]
    }

    private static func finding(_ address: ListenAddress) -> DoctorFinding? {
        switch address {
        case .unix(let path): UnixSocketFinding.finding(path)
        case .tcp(let host, let port): port == 0 ? nil : network(host, port, address: "\(address)")
        case .inherited: nil
        }
    }

    private static func network(_ host: String, _ port: UInt16, address: String) -> DoctorFinding {
        do throws(DaemonRequest.Failure) {
            let response = try DaemonRequest("GET", "/").send(to: .ofListener(host, port: port), within: timeout)
            return answer(response, at: address)
        } catch {
            return failure(error, at: address)
        }
    }

    /// Returns the finding about a response, which another program may have sent.
    static func answer(_ response: (status: Int, body: String), at address: String) -> DoctorFinding {
        let words = response.body.split(separator: " ", maxSplits: 3)
        guard response.status == 200, words.count > 2, words[0] == "anchord", words[2] == "evaluates" else {
            return .fail(name, "\(address): another program answers", fix: otherProgram)
        }
        guard words[1] == Version.current else {
            let message = "\(address): the daemon has the version \(words[1]), and this program \(Version.current)"
            return .warn(name, message, fix: "restart the daemon: `systemctl restart anchord`")
        }
        return .ok(name, "\(address): anchord \(words[1]) answers")
    }

    /// Returns the finding about an address at which no daemon answers.
    static func failure(_ error: DaemonRequest.Failure, at address: String) -> DoctorFinding {
        if error.hasNoListener { return .fail(name, "\(address): \(error.reason)", fix: start) }
        if error.isSilent {
            let fix = "read the log (`journalctl --unit=anchord`), and restart the daemon"
            return .fail(name, "\(address): no response within \(timeout)", fix: fix)
        }
        return .fail(name, "\(address): \(error.reason)", fix: otherProgram)
    }

    /// Returns the finding about a Unix socket to which no connection is possible.
    static func failure(_ message: String, fix: String) -> DoctorFinding { .fail(name, message, fix: fix) }

    private static let otherProgram = "stop the other program, which `ss -lnp` names, or change `listen`"
}
