import ArgumentParser
import StructuredDocuments
import TrustAPI

struct BlocksListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the blocks of the running daemon.",
        discussion: """
            Connects to the daemon over a Unix socket, as `anchord reload` does. The user, or the client of --token-file, \
            needs the right `block` or `read` in `clients` of the configuration.

            Prints a line for each block: its name, whether it is in the operator's file or written by a client, its end and \
            its reason.

            Exit status: 0 if the list was printed, 1 if it was not permitted or no daemon responded, 2 if the command \
            line or the configuration is invalid, or the output cannot be written.

              anchord blocks list
              anchord blocks list --json
            """
    )

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the JSON of GET /v1/blocks with all blocks and their matchers.") var json = false

    func run() throws {
        var items: [String] = []
        var path: String? = "/v1/blocks?limit=1000"
        while let next = path {
            let response = try daemon.send(DaemonRequest("GET", next, accept: "application/json"))
            guard response.status == 200 else { throw DaemonOptions.refusal(response) }
            guard let page = ResponseValue(response.body) else {
                throw CommandFailure(["the response is not a list of blocks"], status: .refused)
            }
            items += page["blocks"].elements.map { json ? $0.json : Self.line($0) }
            path = page["next"].text
            // Another program could be listening, and name any path.
            if let path, !path.hasPrefix("/v1/blocks?") {
                throw CommandFailure(["the response is not a list of blocks"], status: .refused)
            }
        }
        if json { return try StandardStream.writeResult("{\"blocks\":[\(items.joined(separator: ","))]}\n") }
        let lines = items.map { $0 + "\n" }.joined()
        try StandardStream.writeResult(lines.isEmpty ? "there are no blocks\n" : lines)
    }

    private static func line(_ block: ResponseValue) -> String {
        let end = block["until"].text.map { "until \($0)" } ?? "no end"
        let state = block["inForce"].isTrue ? "" : ", not in force any more"
        let text = "\(block["id"].shown): \(block["origin"].shown), \(end)\(state): \(block["reason"].shown)"
        return QuotedText.printable(text)
    }
}
