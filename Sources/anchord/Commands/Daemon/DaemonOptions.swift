import ArgumentParser
import MicrohttpdServer
import StructuredDocuments

/// The options of the commands that send a request to the running daemon.
struct DaemonOptions: ParsableArguments {
    /// The Unix socket of Deploy/anchord.socket.
    static let standardSocket = "/run/anchord/anchord.sock"

    @Option(help: ArgumentHelp("The configuration file.", valueName: "file")) var config: String?
    @Option(
        help: ArgumentHelp("The Unix socket of the daemon; the configuration is then not read.", valueName: "path")
    )
    var socket: String?
    @Option(help: ArgumentHelp("A file with the bearer token of a client.", valueName: "file")) var tokenFile: String?
    @Option(help: ArgumentHelp("The maximum time to wait for the response, 1s to 3600s.", valueName: "time"))
    var timeout = "60s"

    func validate() throws {
        if Self.duration(timeout) == nil {
            throw ValidationError("\(QuotedText.of(timeout)) is not a valid timeout: expected 1s to 3600s.")
        }
    }

    /// Sends a request and returns the response.
    ///
    /// - Throws: ``CommandFailure`` with the `hint` if no daemon listens.
    func send(
        _ request: DaemonRequest,
        hint: String? = nil
    ) throws(CommandFailure) -> (status: Int, body: String) {
        let path = if let socket { socket } else { try configuredSocket(hint: hint) }
        var request = request
        request.token = try tokenFile.map { file throws(CommandFailure) in try TokenFile.token(in: file) }
        do throws(DaemonRequest.Failure) {
            return try request.send(to: .unix(path), within: Self.duration(timeout) ?? .seconds(60))
        } catch {
            let message = "\(QuotedText.printable(path)): \(error.reason)"
            let hints = error.hasNoListener ? [hint].compactMap(\.self) : []
            throw CommandFailure([message] + hints, status: .refused)
        }
    }

    /// Returns the first Unix socket in the configuration; without one, ``standardSocket`` if that file exists.
    private func configuredSocket(hint: String?) throws(CommandFailure) -> String {
        let effective = try EffectiveConfiguration.read(config, environment: EnvironmentVariables.all(), flags: [])
        for case .unix(let path) in effective.values.listen { return path }
        if InputFile.exists(Self.standardSocket) { return Self.standardSocket }
        throw CommandFailure(
            [
                "no Unix socket is configured: `listen` has none (\(effective.source(of: .listen))), and "
                    + "\(Self.standardSocket) does not exist. Add one to `listen`, such as "
                    + "unix:/run/anchord/anchord.sock, or name one with --socket"
            ] + [hint].compactMap(\.self)
        )
    }

    private static func duration(_ text: String) -> Duration? {
        let issues = DocumentIssues()
        let value = DocumentValue(DocumentNode(.string(text)), issues: issues)
        guard let seconds = value.duration(), (1...3600).contains(seconds) else { return nil }
        return .seconds(seconds)
    }
}

extension DaemonOptions {
    /// Escapes the lines of a response for a terminal.
    static func printable(_ body: String) -> String {
        body.split(separator: "\n").map { QuotedText.printable(String($0)) + "\n" }.joined()
    }

    /// Writes the problem of a response to standard error, and returns the exit status.
    static func refusal(_ response: (status: Int, body: String)) -> ExitCode {
        let lines = printable(response.body)
        StandardStream.writeMessage(lines.isEmpty ? "anchord: the response has status \(response.status)\n" : lines)
        return ExitCode(ExitStatus.refused.rawValue)
    }
}
