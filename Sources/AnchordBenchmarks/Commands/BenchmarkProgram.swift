import ArgumentParser

/// The program run by `Deploy/benchmark`.
@main
struct BenchmarkProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Deploy/benchmark",
        abstract: "Compares anchord with other servers, or counts its instructions per request.",
        discussion: """
            The default subcommand is compare. For the options of the other one, run \
            `Deploy/benchmark help instructions`.
            """,
        subcommands: [CompareCommand.self, InstructionsCommand.self],
        defaultSubcommand: CompareCommand.self
    )
}

struct DaemonOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The daemon to measure. Without this option, the daemon is built first.", valueName: "path")
    )
    var anchord = ".build/release/anchord"
}
