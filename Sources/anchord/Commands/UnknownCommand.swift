import StructuredDocuments

/// A command line with an unknown word in the place of a command, or of a subcommand.
struct UnknownCommand {
    private let path: CommandPath
    private let word: String

    /// Finds the word; nil if the command line names a command, or nothing where a command is required.
    init?(_ arguments: [String]) {
        let isHelp = arguments.first == "help"
        path = CommandPath(isHelp ? arguments.dropFirst() : arguments[...])
        guard !path.subcommands.isEmpty, let word = path.others.first, !word.hasPrefix("-"), word != "help" else {
            return nil
        }
        self.word = word
    }

    /// The failure, which names the most similar command, or how to list all of them.
    var failure: CommandFailure {
        let parent = (["anchord"] + path.names).joined(separator: " ")
        let name = (path.names + [word]).joined(separator: " ")
        let nearest = NearestName.nearest(to: word, among: path.subcommands).map { "did you mean `\(parent) \($0)`?" }
        let advice = nearest ?? "for the list of commands, run `\(parent) --help`"
        return CommandFailure(["unknown command \(QuotedText.of(name)); \(advice)"])
    }
}
