import ArgumentParser
import FileAccess
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

struct PoliciesTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Evaluates the test cases of a policy directory.",
        discussion: """
            Reads the YAML and JSON files in the folder tests of the policy directory. Each file has a list of cases. A case \
            has a chain, a host, a policy and the expected verdict. Keys of the file apply to all its cases:

              policy: house
              at: 2026-12-01
              cases:
                - name: a certificate of 90 days is accepted
                  chain: chains/short.pem
                  host: api.example.com
                  expect: {verdict: trusted}
                - name: a certificate of a year is rejected
                  chain: chains/long.pem
                  host: api.example.com
                  expect: {verdict: untrusted, codes: [policy.customRejected]}

            Paths are relative to the folder tests. The keys crls and ocsp are lists of files. In expect, verdict is \
            required. The codes must be among the errors and warnings; action and principal are compared if given. \
            Without at, a case is evaluated at the current time. Policies that decide no case are listed: they are not tested.

            Exit status: 0 if all cases passed, 1 if some failed, 2 if the command line, a policy or a test file is invalid, \
            there is no case, or the output cannot be written.

              anchord policies test /etc/anchord/policies
              anchord policies test ./policies --json --system-anchors test-roots.pem
            """
    )

    @Argument(help: "The policy directory.") var directory: String
    @Option(help: .systemAnchors) var systemAnchors = Configuration().systemAnchors
    @Option(help: .anchorConstraints) var anchorConstraints: [String] = []
    @Option(help: .floors) var floors: String?
    @Option(help: .logList) var logList: String?
    @Flag(help: "Print JSON instead of text.") var json = false

    func run() throws {
        let parts = try EvaluationComponents()
        let suite = try PolicyTestSuite(of: directory)
        let snapshot: PolicySnapshot
        do {
            let loader = parts.loader(
                directory: directory,
                systemAnchors: systemAnchors,
                anchorConstraints: anchorConstraints,
                floors: floors,
                logList: logList
            )
            snapshot = try loader.load()
        } catch {
            throw CommandFailure(error.problems.map { QuotedText.printable($0.description) })
        }
        let run = PolicyTestRun(
            evaluations: try parts.evaluations(budget: WorkBudget(), limits: .anchors, allowsInlinePolicies: false),
            snapshot: snapshot,
            documents: parts.documents,
            folder: LocalFiles.path(PolicyTestSuite.folder, from: directory)
        )
        let now = WallClock.now()
        let report = PolicyTestReport(suite.cases.map { run.result(of: $0, now: now.instant) }, under: snapshot)
        let identifier = DecisionID(milliseconds: now.milliseconds)
        try StandardStream.writeResult(json ? report.json(identifier: identifier) : report.text)
        if report.failureCount > 0 { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}
