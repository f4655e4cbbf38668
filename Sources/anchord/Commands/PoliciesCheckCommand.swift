import ArgumentParser
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustPolicies

struct PoliciesCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Validates a policy directory and lists its policy sets.",
        discussion: """
            Prints each problem on one line to standard error: the file, the line, the position in the document and \
            the expected value. Lines that begin with "warning:" report settings that are valid but deserve a review, and \
            anchors, pins, CRLs, OCSP responses and exceptions that end soon or have ended. The exceptions in force are \
            listed with their policy set.

            Exit status: 0 if all documents are valid, 1 if some are not, 2 if the command line is invalid, the \
            directory, the system trust store or the log list cannot be read, or the output cannot be written.

              anchord policies check /etc/anchord/policies && systemctl reload anchord
            """
    )

    @Argument(help: "The policy directory.") var directory: String
    @Option(help: ArgumentHelp("The system trust store: a bundle file or a directory.", valueName: "path"))
    var systemAnchors = Configuration().systemAnchors
    @Option(help: .anchorConstraints) var anchorConstraints: [String] = []
    @Option(
        help: ArgumentHelp(
            "The file with the Certificate Transparency logs, as `evidence.logList` of a daemon.",
            valueName: "file"
        )
    )
    var logList: String?

    func run() throws {
        let loader = try EvaluationComponents().loader(
            directory: directory,
            systemAnchors: systemAnchors,
            anchorConstraints: anchorConstraints,
            logList: logList
        )
        let snapshot: PolicySnapshot
        do {
            snapshot = try loader.load()
        } catch {
            // A problem in a document has the document's file name, none of these paths.
            let isInput = error.problems.contains { [directory, systemAnchors, logList].contains($0.file) }
            let (lines, status) = (error.problems.map(\.description), isInput ? ExitStatus.usage : .refused)
            StandardStream.writeMessage(lines.map { QuotedText.printable($0) + "\n" }.joined())
            throw ExitCode(status.rawValue)
        }
        let now = WallClock.now().instant
        let warnings = snapshot.sets.flatMap(\.warnings).map(\.description) + Self.expirations(of: snapshot, at: now)
        StandardStream.writeMessage(warnings.map { "warning: \($0)\n" }.joined())
        try StandardStream.writeResult(Self.listing(of: snapshot, at: now))
    }

    /// How many parts that end soon or have ended are listed at most.
    private static let maximumListed = 100

    /// Returns a line for each part that ends soon or has ended, earliest first.
    private static func expirations(of snapshot: PolicySnapshot, at now: Instant) -> [String] {
        let noticed = snapshot.expirations.noticed(at: now)
        let more = noticed.count - maximumListed
        return noticed.prefix(maximumListed).map { $0.line(at: now) }
            + (more > 0 ? ["\(more) more parts that end soon or have ended are not listed"] : [])
    }

    private static func listing(of snapshot: PolicySnapshot, at now: Instant) -> String {
        let sets = snapshot.sets.filter { $0.name != PolicyName.system.set }
        guard !sets.isEmpty else { return "no policy sets\n" }
        return sets.map { listing(of: $0, at: now) }.joined(separator: "\n")
    }

    private static func listing(of set: PolicySet, at now: Instant) -> String {
        let described = set.description.map { ": " + QuotedText.printable($0) } ?? ""
        var lines = [set.name + described, "  revision \(set.revision)"]
        lines += set.policies.compactMap { policy in
            guard let name = policy.identity.name else { return nil }
            return "  policy \(name): \(policy.evaluator.summary)"
        }
        lines += set.expirations.filter { $0.kind == .exception && now <= $0.end }.map { exception in
            "  \(QuotedText.printable(exception.title)) of \(exception.policy) until \(exception.end)"
        }
        lines += set.hosts.map { "  host \(QuotedText.printable($0.text)): \($0.choice)" }
        lines.append("  otherwise: \(set.otherwise)")
        return lines.map { $0 + "\n" }.joined()
    }
}
