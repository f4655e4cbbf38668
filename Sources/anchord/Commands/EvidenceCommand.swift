import ArgumentParser

struct EvidenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence",
        abstract: "Works with revocation evidence and issuers from the network.",
        subcommands: [
            EvidenceFetchCommand.self
        ]
    )
}
