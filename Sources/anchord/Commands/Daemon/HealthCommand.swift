import ArgumentParser

struct HealthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Asks the running daemon whether it is ready.",
        discussion: """
            Sends GET /readyz over a Unix socket of the daemon, as `anchord reload` does. No right is required. Containers \
            without a shell use it as their probe.

            Exit status: 0 if the daemon is ready, 1 if it is not or if none responds, 2 if the command line or the \
            configuration is invalid, or the output cannot be written.

              anchord health
              anchord health --socket /run/anchord/anchord.sock --timeout 5s
            """
    )

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let response = try daemon.send(DaemonRequest("GET", "/readyz"))
        guard response.status == 200 else { throw DaemonOptions.refusal(response) }
        try StandardStream.writeResult(DaemonOptions.printable(response.body))
    }
}
