import ArgumentParser

struct AnchorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchors",
        abstract: "Works with constraints on trust anchors.",
        subcommands: [AnchorsImportCommand.self]
    )
}

extension ArgumentHelp {
    /// The help of `--anchor-constraints`.
    static var anchorConstraints: ArgumentHelp {
        ArgumentHelp(
            "A document with constraints on system anchors, as `evidence.anchorConstraints` of a "
                + "daemon. Repeatable.",
            valueName: "file"
        )
    }
}
