import ArgumentParser

struct ManualCommand: ParsableCommand {
    /// The man pages about file formats; the program's help describes the commands.
    enum Page: String, CaseIterable, ExpressibleByArgument {
        case configuration = "anchord.yaml"
        case policies = "anchord-policies"
    }

    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Prints a man page about a file format, for packages.",
        shouldDisplay: false
    )

    @Argument(help: "The page, whose section is 5.") var page: Page
    @Option(help: ArgumentHelp("The date of the page.", valueName: "yyyy-mm-dd")) var date: String

    func validate() throws {
        guard date.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil else {
            throw ValidationError("The date must have the form of 2026-01-31.")
        }
    }

    func run() throws {
        let text =
            switch page {
            case .configuration: ConfigurationDocument.manual(date: date)
            case .policies: PolicyDocument.manual(date: date)
            }
        try StandardStream.writeResult(text)
    }
}
