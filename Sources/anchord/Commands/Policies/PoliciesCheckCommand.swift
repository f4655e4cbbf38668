import ArgumentParser
import StructuredDocuments
import TrustAPI
import TrustModel
import TrustPolicies

struct PoliciesCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Validates a policy directory and lists its policy sets.",
        discussion: """
            Prints each problem on one line to standard error: the file, the line, the position in the document and \
            the expected value. Lines that begin with "warning:" report settings that are valid but deserve a review, policies \
            that ask for revocation without a source of answers, and anchors, pins, CRLs, OCSP responses and exceptions that end \
            soon or have ended. The exceptions in force are listed with their policy set.

            With --config, the policies are read as by a daemon with this configuration: its policy directory, system trust \
            store, floors and log list, its proxies, and whether it permits scripts and the network. Other options override the \
            configuration. Without --config, scripts and the network are permitted. To check the whole configuration, use \
            `anchord serve --check`.

            Exit status: 0 if all documents are valid, 1 if some are not, 2 if the command line or the configuration is \
            invalid, the directory, the system trust store or the log list cannot be read, the directory has no policy set, or the \
            output cannot be written.

              anchord policies check /etc/anchord/policies
              anchord policies check --config /etc/anchord/anchord.yaml && systemctl reload anchord
            """
    )

    @Argument(help: "The policy directory. (default with --config: that of the configuration)") var directory: String?
    @Option(help: ArgumentHelp("The configuration file of the daemon.", valueName: "file")) var config: String?
    @Option(
        help: ArgumentHelp(
            "The system trust store: a bundle file or a directory. (default without --config: "
                + "\(Configuration().systemAnchors))",
            valueName: "path"
        )
    )
    var systemAnchors: String?
    @Option(help: .anchorConstraints) var anchorConstraints: [String] = []
    @Option(
        help: ArgumentHelp(
            "The policy set whose policy for the host must accept each chain too, as `floors` of a daemon.",
            valueName: "set"
        )
    )
    var floors: String?
    @Option(help: .logList) var logList: String?

    func validate() throws {
        if directory == nil, config == nil {
            throw ValidationError("Name the policy directory, or the configuration file with --config.")
        }
    }

    func run() throws {
        let effective = try effectiveConfiguration()
        let values = effective.values
        guard let directory = values.policies else {
            throw CommandFailure(["the configuration has no `policies`, and the command line names no policy directory"]
            )
        }
        let parts = try config == nil ? EvaluationComponents() : EvaluationComponents(values)
        let check = StartupCheck(policiesOf: effective, parts)
        guard let snapshot = check.snapshot, check.problems.isEmpty else {
            StandardStream.writeMessage(check.problems.map { QuotedText.printable($0) + "\n" }.joined())
            // A problem in a document has the document's file name, none of these paths.
            let inputs = [directory, values.systemAnchors, values.evidence.logList].compactMap { $0.map { "\($0): " } }
            let isInput = check.problems.contains { problem in inputs.contains(where: problem.hasPrefix) }
            throw ExitCode((isInput ? ExitStatus.usage : check.status).rawValue)
        }
        // The built-in set is always there.
        guard snapshot.sets.count > 1 else {
            let extensions = PolicyDirectory.extensions.joined(separator: ", ")
            throw CommandFailure(["\(QuotedText.printable(directory)) has no policy set: no file ends in \(extensions)"]
            )
        }
        StandardStream.writeMessage(check.warnings.map { "warning: \(QuotedText.printable($0))\n" }.joined())
        try StandardStream.writeResult(PolicyListing.text(of: snapshot, at: WallClock.now().instant))
    }

    private func effectiveConfiguration() throws(CommandFailure) -> EffectiveConfiguration {
        try PolicySource.effective(
            config,
            readsConfiguration: config != nil,
            directory: directory,
            systemAnchors: systemAnchors,
            anchorConstraints: anchorConstraints,
            floors: floors,
            logList: logList
        )
    }
}
