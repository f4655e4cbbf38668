import ArgumentParser
import Glibc

/// The program: one command with the parts `serve`, `evaluate`, `pins` and `policies`.
@main
struct Anchord: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchord",
        abstract: "Evaluates X.509 trust: as a local REST service, or once from the command line.",
        discussion: """
            Give it a certificate chain, a host and the name of a policy, and it answers with a verdict and every \
            reason behind it.

              anchord serve --policies /etc/anchord/policies
              curl --data-binary @chain.pem -H 'Content-Type: application/x-pem-file' \\
                   'http://127.0.0.1:8778/v1/evaluations?host=example.com'
              anchord evaluate chain.pem --host example.com
              anchord pins example.com:443

            Exit status: 0 done, 1 the answer is no (not allowed, invalid policies, the daemon could not start or cut \
            requests), 2 the command line, the configuration or an input file is wrong.
            """,
        version: Version.current,
        subcommands: [ServeCommand.self, EvaluateCommand.self, PinsCommand.self, PoliciesCommand.self]
    )

    static func main() {
        let status = run(Array(CommandLine.arguments.dropFirst()))
        if status != ExitStatus.done.rawValue { Glibc.exit(status) }
    }

    /// Runs a command line and says how the process shall end; what there is to say has been written by then.
    private static func run(_ arguments: [String]) -> Int32 {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
            return ExitStatus.done.rawValue
        } catch let failure as CommandFailure {
            for message in failure.messages { StandardStream.error.write("anchord: \(message)\n") }
            return failure.status.rawValue
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            let isRequest = exitCode(for: error).isSuccess
            (isRequest ? StandardStream.output : .error).write(fullMessage(for: error) + "\n")
            return (isRequest ? ExitStatus.done : .usage).rawValue
        }
    }
}
