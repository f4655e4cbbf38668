import ArgumentParser
import MicrohttpdServer
import StructuredDocuments

struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Asks the running daemon to reload its policies and identities, and waits for the outcome.",
        discussion: """
            Connects to the daemon over a Unix socket: the one given by --socket, else the first one in `listen` of \
            the configuration, else \(DaemonOptions.standardSocket), which systemd opens for anchord.socket. The \
            configuration is read from the same sources as by serve, except for its flags. Root, the user of the daemon \
            and clients with the right `reload` may reload; a client with a token needs --token-file.

            Prints the new revisions. If the reload fails, the problems are printed to standard error, one per line, \
            and the previous policies remain in use. Without a Unix socket, send SIGHUP to the daemon \
            (systemctl kill -s HUP anchord); the outcome is then in the log.

            Exit status: 0 if everything was loaded, 1 if the reload failed, an identity could not be loaded, the reload \
            was not permitted or got no response, 2 \
            if the command line or the configuration is invalid or has no Unix socket, or the output cannot be written.

              anchord reload
              anchord reload --socket /run/anchord/anchord.sock --timeout 10s
            """
    )
    private static let hint = "To reload without a Unix socket, send SIGHUP: systemctl kill -s HUP anchord"

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let response = try daemon.send(DaemonRequest("POST", "/v1/reload"), hint: Self.hint)
        guard response.status == 200 else { throw DaemonOptions.refusal(response) }
        let lines = DaemonOptions.printable(response.body)
        guard lines.hasPrefix("reloaded: revision ") else {
            let reason = "the response is not that of a reload: another program is listening on the socket"
            throw CommandFailure([reason], status: .refused)
        }
        try StandardStream.writeResult(lines)
        // The daemon keeps the last good state of an identity that cannot be loaded.
        // Only clients that may read identities receive their names.
        let hasError = ["\nidentity not reloaded: ", "\nidentity errors: "].contains { lines.contains($0) }
        if hasError { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}
