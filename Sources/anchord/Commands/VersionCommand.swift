import ArgumentParser

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "Prints the version of the program, as --version does."
    )

    func run() throws {
        try StandardStream.writeResult(Version.current + "\n")
    }
}
