import ArgumentParser
import StructuredDocuments
import TrustPolicies

struct BlocksRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes a block that a client wrote to the running daemon.",
        discussion: """
            Connects to the daemon over a Unix socket, as `anchord reload` does. The user, or the client of --token-file, \
            needs the right `block` in `clients` of the configuration. A block in the operator's file is removed from the \
            file, followed by `anchord reload`.

            Exit status: 0 if the block is removed, 1 if it does not exist, its removal was not permitted or no daemon responded, \
            2 if the command line or the configuration is invalid, or the output cannot be written.

              anchord blocks remove stolen-2026-11
            """
    )

    @Argument(help: "The name of the block.") var id: String
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard BlockListReader.isName(id) else {
            throw ValidationError("\(QuotedText.of(id)) is not a valid name of a block.")
        }
    }

    func run() throws {
        let response = try daemon.send(DaemonRequest("DELETE", "/v1/blocks/\(id)"))
        guard response.status == 204 else { throw DaemonOptions.refusal(response) }
        try StandardStream.writeResult("\(id) is removed\n")
    }
}
