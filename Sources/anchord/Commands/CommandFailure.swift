/// The exit status of the process, as documented by `--help`.
enum ExitStatus: Int32 {
    case done = 0
    /// The verdict's action is not `allow`, a policy is invalid, or the daemon failed to start, aborted requests or did not
    /// respond.
    case refused = 1
    /// The command line, the configuration or an input file is invalid, a TLS server gave no usable chain, or standard
    /// output cannot be written.
    case usage = 2
}

/// The failure of a command, with its messages and exit status.
struct CommandFailure: Error {
    /// The messages, one line each.
    let messages: [String]
    let status: ExitStatus

    init(_ messages: [String], status: ExitStatus = .usage) {
        self.messages = messages
        self.status = status
    }
}
