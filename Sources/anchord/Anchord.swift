import ArgumentParser
import Glibc
import StructuredDocuments
import TrustOpenSSL

/// The `anchord` command with its subcommands.
@main
struct Anchord: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchord",
        abstract: "Evaluates X.509 trust, as a local HTTP service or from the command line.",
        discussion: """
            Evaluates a certificate chain for a host under a named policy. The verdict lists every reason for it.

              anchord serve --policies /etc/anchord/policies
              curl --data-binary @chain.pem -H 'Content-Type: application/x-pem-file' \\
                   'http://127.0.0.1:8778/v1/evaluations?host=example.com'
              anchord evaluate chain.pem --host example.com
              anchord evaluate example.com
              anchord inspect example.com

            Exit status: 0 for success; 1 if the action is not allow, a policy is invalid, two versions of policies \
            differ, a check of the installation failed, or the daemon failed to \
            start, aborted requests or did not respond; 2 if the command line, the configuration or an input file is \
            invalid, a server cannot be asked, or the output cannot be written.
            """,
        version: Version.current,
        subcommands: [
            ServeCommand.self, ReloadCommand.self, HealthCommand.self, StatusCommand.self, DoctorCommand.self,
            ChallengeCommand.self, IdentitiesCommand.self, DecisionsCommand.self, ReplayCommand.self,
            EvaluateCommand.self, ForecastCommand.self, InspectCommand.self, CompareCommand.self, PinsCommand.self,
            ChainCommand.self,
            PoliciesCommand.self, BlocksCommand.self, AnchorsCommand.self, EvidenceCommand.self, VersionCommand.self,
            DocumentCommand.self,
            ManualCommand.self,
        ]
    )

    static func main() {
        StandardStream.openClosed()
        LinkedLibrary.keepUntilExit()
        let status = run(Array(CommandLine.arguments.dropFirst()))
        if status != ExitStatus.done.rawValue { Glibc.exit(status) }
    }

    /// Runs a command line, writes its messages, and returns the exit status of the process.
    private static func run(_ arguments: [String]) -> Int32 {
        do {
            if let plain = PlainServe(arguments) {
                try ServeCommand.serve(plain.config)
            } else {
                var command = try parseAsRoot(arguments)
                try command.run()
            }
            return ExitStatus.done.rawValue
        } catch let failure as CommandFailure {
            return status(afterReporting: failure)
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            let isRequest = exitCode(for: error).isSuccess
            guard isRequest else {
                if let unknown = UnknownCommand(arguments) { return status(afterReporting: unknown.failure) }
                StandardStream.writeMessage(message(about: arguments, fullMessage(for: error) + "\n"))
                return ExitStatus.usage.rawValue
            }
            let text = HelpText.copyable(fullMessage(for: error), unwrapped: fullMessage(for: error, columns: 10_000))
            if arguments.first == "help", let unknown = UnknownCommand(arguments) {
                return status(afterReporting: unknown.failure)
            }
            if let refusal = InformationRequest(arguments).refusal { return status(afterReporting: refusal) }
            do {
                try StandardStream.writeResult(text + "\n")
                return ExitStatus.done.rawValue
            } catch {
                return status(afterReporting: error)
            }
        }
    }

    /// Returns the text of a usage error, in which no argument can begin a line of its own.
    ///
    /// The text quotes arguments as they are. If one has control characters, the same command line is parsed again with
    /// escapes in their place; its error has the same form.
    private static func message(about arguments: [String], _ text: String) -> String {
        let shown = arguments.map(QuotedText.printable)
        guard shown != arguments else { return inOneStyle(text) }
        do {
            _ = try parseAsRoot(shown)
        } catch {
            if !exitCode(for: error).isSuccess { return inOneStyle(fullMessage(for: error) + "\n") }
        }
        return inOneStyle(QuotedText.printable(String(text.dropLast())) + "\n")
    }

    /// Returns the text of a usage error with the beginning of all other messages.
    private static func inOneStyle(_ text: String) -> String {
        let start = "Error: "
        return text.hasPrefix(start) ? "anchord: " + text.dropFirst(start.count) : text
    }

    /// Writes the messages of a failure, without control characters, and returns the exit status of the process.
    private static func status(afterReporting failure: CommandFailure) -> Int32 {
        for message in failure.messages { StandardStream.writeMessage("anchord: \(QuotedText.printable(message))\n") }
        return failure.status.rawValue
    }
}
