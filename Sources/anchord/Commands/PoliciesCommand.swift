import ArgumentParser

/// `anchord policies`: what concerns policy documents.
struct PoliciesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policies",
        abstract: "Works on policy documents.",
        subcommands: [PoliciesCheckCommand.self]
    )
}
