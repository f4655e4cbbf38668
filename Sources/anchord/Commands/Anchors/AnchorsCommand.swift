import ArgumentParser

struct AnchorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchors",
        abstract: "Works with constraints on trust anchors.",
        subcommands: [AnchorsImportCommand.self]
    )
}
