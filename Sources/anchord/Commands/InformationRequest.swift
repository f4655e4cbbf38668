import ArgumentParser
import StructuredDocuments

/// A command line that the argument parser answers with help, the version or a completion script instead of a command.
///
/// The parser does so wherever the option is, and the status of an answer is 0. Beside the arguments of a command, such as in
/// `anchord evaluate chain.pem -h api.example.com`, a script would take it for the result of the command.
struct InformationRequest {
    private static let options: Set<String> = [
        "-h", "-help", "--help", "--help-hidden", "-help-hidden", "--version", "--experimental-dump-help",
    ]

    private let arguments: [String]

    init(_ arguments: [String]) { self.arguments = arguments }

    /// The failure if the command line has arguments besides the names of commands and one option; nil if it is answered.
    var refusal: CommandFailure? {
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        let path = CommandPath(words)
        let (names, others) = (path.names, path.others)
        let isAlone = others.isEmpty || others.count == 1 && Self.options.contains(others[0])
        guard !isAlone, !isForShell else { return nil }
        let command = (["anchord"] + names).joined(separator: " ")
        let isHost = names == ["evaluate"] && others.contains { $0.hasPrefix("-h") }
        return CommandFailure([
            "help and version options are accepted only without other arguments, and nothing was done: "
                + "for help, run `\(command) --help`" + (isHost ? "; for the host of the certificate, use --host" : "")
        ])
    }

    /// Whether a shell asks for a completion script, or for completions.
    private var isForShell: Bool {
        let option = "--generate-completion-script"
        return switch arguments.first {
        case option: arguments.count == 2
        case let first?: first.hasPrefix("---") || first.hasPrefix("\(option)=") && arguments.count == 1
        case nil: false
        }
    }
}
