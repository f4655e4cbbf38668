import ArgumentParser
import StructuredDocuments

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows the state of the running daemon.",
        discussion: """
            Connects to the daemon over a Unix socket, as `anchord reload` does. If the configuration has `clients`, the \
            user, or the client of --token-file, needs the right `read`.

            Prints the version and the start of the daemon, its policies with their revision, the system trust anchors, \
            what ends soon, the caches, the fetcher and the connections. --json prints the response of GET /v1/status.

            Exit status: 0 if the state was printed, 1 if it was not permitted or no daemon responded, 2 if the command \
            line or the configuration is invalid, or the output cannot be written.

              anchord status
              anchord status --json --socket /run/anchord/anchord.sock
            """
    )

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the JSON of GET /v1/status.") var json = false

    func run() throws {
        let response = try daemon.send(DaemonRequest("GET", "/v1/status", accept: "application/json"))
        let object = ResponseValue(response.body)
        guard response.status == 200 else { throw refusal(response, object) }
        guard let object, object["version"].exists else {
            let reason = "the response is not the status of a daemon: another program is listening on the socket"
            throw CommandFailure([reason], status: .refused)
        }
        guard !json else { return try StandardStream.writeResult(response.body + "\n") }
        try StandardStream.write(lines: StatusText.lines(of: object))
    }

    private func refusal(_ response: (status: Int, body: String), _ problem: ResponseValue?) -> any Error {
        guard !json, let problem else { return DaemonOptions.refusal(response) }
        let reason = "\(problem["code"].shown) (\(response.status)): \(problem["detail"].shown)"
        return CommandFailure(["the daemon refused the request: \(reason)"], status: .refused)
    }
}
