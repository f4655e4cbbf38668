/// How the process ends, as `--help` documents it.
enum ExitStatus: Int32 {
    case done = 0
    /// The answer is no: not allowed, invalid documents, a daemon that could not start or cut requests.
    case refused = 1
    /// The command line, the configuration or an input file is wrong.
    case usage = 2
}

/// Why a command could not do what it was asked for.
struct CommandFailure: Error {
    /// What is wrong, a line each.
    let messages: [String]
    let status: ExitStatus

    /// Takes what is wrong; by default the caller's input is to blame.
    init(_ messages: [String], status: ExitStatus = .usage) {
        self.messages = messages
        self.status = status
    }
}
