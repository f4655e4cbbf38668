import ArgumentParser

/// The names of the commands and subcommands at the beginning of a command line, and the rest of it.
struct CommandPath {
    let names: [String]
    let others: [String]
    /// The names of the subcommands of the last command, without those that help does not list.
    let subcommands: [String]

    /// Splits the arguments.
    init(_ words: ArraySlice<String>) {
        var names: [String] = []
        var commands = Anchord.configuration.subcommands
        for word in words {
            guard let command = commands.first(where: { $0.configuration.commandName == word }) else { break }
            names.append(word)
            commands = command.configuration.subcommands
        }
        self.names = names
        others = Array(words.dropFirst(names.count))
        subcommands = commands.filter { $0.configuration.shouldDisplay }.compactMap { $0.configuration.commandName }
    }
}
