import ArgumentParser
import StructuredDocuments
import TrustModel
import TrustPolicies
import TrustService

struct PoliciesExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains which policy of a set applies to a host, and why.",
        discussion: """
            Selects the policy as the daemon does for a request with this policy set and host. Prints the host rule that \
            applies, the rules that match but have a lower precedence, and similar rules that do not match. Then come the \
            keys of the policy with their meaning, the floor for the host, the proxies that use the set, warnings, and what \
            ends when. Nothing is evaluated, and no daemon is asked.

            Without --policies, the configuration of the daemon names the directory. With --policies and without --config, no \
            configuration is read; then there are no proxies, and scripts and the network are permitted. Without a host, the \
            policy is that of a request without a host. SET/POLICY explains one policy, for which no host rule is applied.

            Exit status: 0 if the policy was explained, 2 if the command line, the configuration, a policy or the host is \
            invalid, the policy set does not exist, or the output cannot be written.

              anchord policies explain internal db.example.com
              anchord policies explain internal db.example.com --policies ./policies
              anchord policies explain internal/legacy --json
            """
    )

    @Argument(help: ArgumentHelp("The policy set, or SET/POLICY.", valueName: "set")) var set: String
    @Argument(help: "The host of the request.") var host: String?
    @Option(help: ArgumentHelp("The policy directory.", valueName: "directory")) var policies: String?
    @Option(help: ArgumentHelp("The configuration file of the daemon.", valueName: "file")) var config: String?
    @Option(help: .systemAnchors) var systemAnchors: String?
    @Option(help: ArgumentHelp("The policy set of the floors, as `floors` of a daemon.", valueName: "set"))
    var floors: String?
    @Flag(help: "Print JSON instead of text.") var json = false

    func validate() throws {
        if PolicyName(set) == nil {
            throw ValidationError(
                "\(QuotedText.of(set)) is not a name: expected a policy set or a policy, such as internal/legacy."
            )
        }
    }

    func run() throws {
        guard let name = PolicyName(set) else { return }
        let explanation = try PolicyExplanation(
            of: name,
            host: host,
            in: try source(),
            at: WallClock.now().instant
        )
        try json
            ? StandardStream.writeResult(json: explanation.json + [0x0A])
            : StandardStream.write(lines: explanation.lines)
    }

    private func source() throws -> PolicySource {
        let readsConfiguration = config != nil || policies == nil
        let effective = try PolicySource.effective(
            config,
            readsConfiguration: readsConfiguration,
            directory: policies,
            systemAnchors: systemAnchors,
            floors: floors
        )
        return try PolicySource(effective, hasFile: readsConfiguration)
    }
}
