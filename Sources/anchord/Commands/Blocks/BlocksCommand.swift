import ArgumentParser

struct BlocksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocks",
        abstract: "Works with blocks: certificates and keys that are not trusted under any policy.",
        subcommands: [
            BlocksListCommand.self, BlocksAddCommand.self, BlocksRemoveCommand.self, BlocksCheckCommand.self,
            BlocksImportCommand.self,
        ]
    )
}
