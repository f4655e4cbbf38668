import ArgumentParser
import MicrohttpdServer
import StructuredDocuments

struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Asks the running daemon to reload its policies, and waits for the outcome.",
        discussion: """
            Connects to the daemon over a Unix socket: the one given by --socket, else the first one in `listen` of \
            the configuration, else \(ReloadCommand.standardSocket), which systemd opens for anchord.socket. The \
            configuration is read from the same sources as by serve, except for its flags. Only root and the user of \
            the daemon may reload.

            Prints the new revisions. If the reload fails, the problems are printed to standard error, one per line, \
            and the previous policies remain in use. Without a Unix socket, send SIGHUP to the daemon \
            (systemctl kill -s HUP anchord); the outcome is then in the log.

            Exit status: 0 if everything was loaded, 1 if the reload failed, was not permitted or got no response, 2 \
            if the command line or the configuration is invalid or has no Unix socket, or the output cannot be written.

              anchord reload
              anchord reload --socket /run/anchord/anchord.sock --timeout 10s
            """
    )
    /// The Unix socket of Deploy/anchord.socket.
    static let standardSocket = "/run/anchord.sock"
    private static let hint = "To reload without a Unix socket, send SIGHUP: systemctl kill -s HUP anchord"

    @Option(help: ArgumentHelp("The configuration file.", valueName: "file")) var config: String?
    @Option(
        help: ArgumentHelp("The Unix socket of the daemon; the configuration is then not read.", valueName: "path")
    )
    var socket: String?
    @Option(help: ArgumentHelp("The maximum time to wait for the response, 1s to 3600s.", valueName: "time"))
    var timeout = "60s"

    func validate() throws {
        if Self.duration(timeout) == nil {
            throw ValidationError("\(QuotedText.of(timeout)) is not a valid timeout: expected 1s to 3600s.")
        }
    }

    func run() throws {
        let path = try socket ?? configuredSocket()
        let response: (status: Int, body: String)
        do throws(DaemonRequest.Failure) {
            response = try DaemonRequest.post("/v1/reload", to: path, within: Self.duration(timeout) ?? .seconds(60))
        } catch {
            let message = "\(QuotedText.printable(path)): \(error.reason)"
            throw CommandFailure([message] + (error.hasNoListener ? [Self.hint] : []), status: .refused)
        }
        let lines = response.body.split(separator: "\n").map { QuotedText.printable(String($0)) + "\n" }.joined()
        guard response.status == 200 else {
            StandardStream.writeMessage(lines.isEmpty ? "anchord: the response has status \(response.status)\n" : lines)
            throw ExitCode(ExitStatus.refused.rawValue)
        }
        guard lines.hasPrefix("reloaded: revision ") else {
            let reason = "the response is not that of a reload: another program is listening on the socket"
            throw CommandFailure(["\(QuotedText.printable(path)): \(reason)"], status: .refused)
        }
        try StandardStream.writeResult(lines)
    }

    /// Returns the first Unix socket in the configuration; without one, ``standardSocket`` if that file exists.
    private func configuredSocket() throws(CommandFailure) -> String {
        let effective = try EffectiveConfiguration.read(config, environment: EnvironmentVariables.all(), flags: [])
        for case .unix(let path) in effective.values.listen { return path }
        if InputFile.exists(Self.standardSocket) { return Self.standardSocket }
        throw CommandFailure([
            "no Unix socket is configured: `listen` has none (\(effective.source(of: .listen))), and "
                + "\(Self.standardSocket) does not exist. Add one to `listen`, such as "
                + "unix:/run/anchord/anchord.sock, or name one with --socket",
            Self.hint,
        ])
    }

    private static func duration(_ text: String) -> Duration? {
        let issues = DocumentIssues()
        let value = DocumentValue(DocumentNode(.string(text)), issues: issues)
        guard let seconds = value.duration(), (1...3600).contains(seconds) else { return nil }
        return .seconds(seconds)
    }
}
