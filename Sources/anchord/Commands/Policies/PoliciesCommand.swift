import ArgumentParser

struct PoliciesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policies",
        abstract: "Works with policy documents.",
        subcommands: [
            PoliciesCheckCommand.self, PoliciesTestCommand.self, PoliciesExplainCommand.self, PoliciesDiffCommand.self,
        ]
    )
}
