import ArgumentParser

/// The program behind `Deploy/benchmark`.
@main
struct BenchmarkProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Deploy/benchmark",
        abstract: "Measures anchord: against others in one run, or in instructions a request.",
        discussion: """
            Without a subcommand it compares. `Deploy/benchmark help instructions` has the options of the other.
            """,
        subcommands: [CompareCommand.self, InstructionsCommand.self],
        defaultSubcommand: CompareCommand.self
    )
}
