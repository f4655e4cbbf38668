import ArgumentParser
import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies

/// `anchord policies check`.
struct PoliciesCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Lists what is in a policy directory, or everything that is wrong in it.",
        discussion: """
            A problem is one line on the standard error stream: file, line, place in the document, what is expected. A \
            line that begins with "warning:" tells what counts all the same and should be looked at again.

            Exit status: 0 all documents are valid, 1 some are not, 2 the command line is wrong or the directory or the \
            system's anchors cannot be read.

              anchord policies check /etc/anchord/policies && systemctl reload anchord
            """
    )

    @Argument(help: "The directory of policy documents.") var directory: String
    @Option(help: ArgumentHelp("The bundle or directory of the operating system's trust anchors.", valueName: "path"))
    var systemAnchors = Configuration().systemAnchors

    func run() throws {
        let loader = try EvaluationComponents().loader(directory: directory, systemAnchors: systemAnchors)
        do {
            let snapshot = try loader.load()
            StandardStream.error.write(snapshot.sets.flatMap(\.warnings).map { "warning: \($0)\n" }.joined())
            StandardStream.output.write(Self.listing(of: snapshot))
        } catch {
            // What a document is to blame for has the document's name.
            let isInput = error.problems.contains { $0.file == directory || $0.file == systemAnchors }
            let (lines, status) = (error.problems.map(\.description), isInput ? ExitStatus.usage : .refused)
            StandardStream.error.write(lines.map { $0 + "\n" }.joined())
            throw ExitCode(status.rawValue)
        }
    }

    private static func listing(of snapshot: PolicySnapshot) -> String {
        let sets = snapshot.sets.filter { $0.name != PolicyName.system.set }
        guard !sets.isEmpty else { return "no policy sets\n" }
        return sets.map(listing).joined(separator: "\n")
    }

    private static func listing(of set: PolicySet) -> String {
        let described = set.description.map { ": " + QuotedText.printable($0) } ?? ""
        var lines = [set.name + described, "  revision \(set.revision)"]
        lines += set.policies.compactMap { policy in
            guard let name = policy.identity.name else { return nil }
            return "  policy \(name): \(policy.evaluator.summary)"
        }
        lines += set.hosts.map { "  host \(QuotedText.printable($0.text)): \($0.choice)" }
        lines.append("  otherwise: \(set.otherwise)")
        return lines.map { $0 + "\n" }.joined()
    }
}
