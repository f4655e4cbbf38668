import ArgumentParser

struct IdentitiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identities",
        abstract: "Lists the client identities of the running daemon.",
        discussion: """
            Connects to the daemon over a Unix socket, as `anchord reload` does. The user, or the client of --token-file, \
            needs the right `read` in `clients` of the configuration.

            Prints a line for each identity: its name, its state (usable, blocked, expired, notYetValid or notLoaded), its \
            end and its servers. Indented lines show errors and warnings. Private keys are never shown.

            Exit status: 0 if the list was printed, 1 if it was not permitted or no daemon responded, 2 if the command \
            line or the configuration is invalid, or the output cannot be written.

              anchord identities
              anchord identities --json --socket /run/anchord/anchord.sock
            """
    )

    @OptionGroup var daemon: DaemonOptions
    @Flag(help: "Print the JSON of GET /v1/identities, with the certificates.") var json = false

    func run() throws {
        let accept = json ? "application/json" : "text/plain"
        let response = try daemon.send(DaemonRequest("GET", "/v1/identities", accept: accept))
        guard response.status == 200 else { throw DaemonOptions.refusal(response) }
        let lines = DaemonOptions.printable(response.body)
        try StandardStream.writeResult(lines.isEmpty ? "no identities are configured\n" : lines)
    }
}
