import ArgumentParser
import FileAccess
import StructuredDocuments
import TrustModel
import TrustPolicies
import TrustService

struct ReplayCommand: ParsableCommand {
    /// The time at which decisions are made again.
    enum Time: String, CaseIterable, ExpressibleByArgument {
        case recorded
        case now
    }

    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Makes recorded decisions again under other policies, and shows which change.",
        discussion: """
            Reads the files that a daemon with `decisions.record: inputs` writes: those of a directory from the oldest to the current \
            one, or the files in the given order. Evaluates the question of each decision under the policies of --policies, at \
            the time of the decision, and compares action, errors, warnings and principal with the record. With \
            --against, the comparison is with the result under these other policies. Notices are not compared.

            A changed decision is `denied` if it is no longer allowed, `allowed` if it is allowed now, and else `other`. The \
            output counts changes by reason, policy and host, the denied ones first, with the identifiers of the first decisions. With --json, there \
            is a line for each decision that changes or cannot be made again, and a last line with all numbers. --html \
            writes a page that needs no network.

            A decision is not made again if the log does not have all that its evaluation needs: its inputs, large CRLs, or \
            evidence that only the other policies look for. The same applies to a decision that a block denied, and to \
            one with a floor unless --floors names it, or if its policy is missing. They are counted by reason, and are not changes. Nothing is fetched. \
            The system trust store, constraints on it and the log list are those of the options.

            Exit status: 0 if no decision changes; 1 if one changes; 2 if the command line or a policy is invalid, a file \
            cannot be read or is given twice, a line is damaged, a decision cannot be made again, or the log has no decisions.

              anchord replay /var/log/anchord --policies ./policies
              anchord replay decisions.jsonl --policies new --against old --html report.html
              zcat decisions-2026*.jsonl.gz | anchord replay - --policies ./policies --json
            """
    )

    @Argument(
        help: ArgumentHelp("Files of the log, or its directory; - for standard input.", valueName: "files")
    )
    var files: [String]
    @Option(help: ArgumentHelp("The policy directory for the new decisions.", valueName: "directory"))
    var policies: String
    @Option(
        help: ArgumentHelp(
            "Another policy directory, with whose decisions the new ones are compared. (default: the recorded decisions)",
            valueName: "directory"
        )
    )
    var against: String?
    @Option(
        help: ArgumentHelp(
            "The time of the new decisions: `recorded` or `now`, unless a request specified a time.",
            valueName: "time"
        )
    )
    var at = Time.recorded
    @Option(help: ArgumentHelp("Also write the result as a page to this file.", valueName: "file")) var html: String?
    @Flag(help: "Print JSON lines instead of tables.") var json = false
    @Option(help: .floors) var floors: String?
    @Option(help: .logList) var logList: String?
    @Option(help: .systemAnchors) var systemAnchors = Configuration().systemAnchors
    @Option(help: .anchorConstraints) var anchorConstraints: [String] = []

    func validate() throws {
        if files.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("only one argument can be -, because standard input is read once.")
        }
    }

    func run() throws {
        try html.map { file throws(CommandFailure) in try checkPage(file) }
        let list = try DecisionFileList(files, readsOnce: true)
        let parts = try EvaluationComponents(caches: EvaluationCaches(Configuration().caches))
        let setting = ReplaySetting(
            policies: try snapshot(policies, parts),
            against: try against.map { directory throws(CommandFailure) in try snapshot(directory, parts) },
            now: at == .now ? WallClock.now().instant : nil,
            listsChanges: json
        )
        let (tally, damagedLines) = try result(of: ReplaySurvey(setting, parts), list)
        guard tally.hasDecisions || damagedLines > 0 else { throw CommandFailure(["the log has no decisions"]) }
        try write(tally, damagedLines)
        if damagedLines + tally.failed > 0 { throw ExitCode(ExitStatus.usage.rawValue) }
        if tally.report.changed.total > 0 { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func snapshot(_ directory: String, _ parts: EvaluationComponents) throws(CommandFailure) -> PolicySnapshot {
        let loader = parts.loader(
            directory: directory,
            systemAnchors: systemAnchors,
            anchorConstraints: anchorConstraints,
            floors: floors,
            logList: logList
        )
        return try loader.snapshotForCommand()
    }

    private func result(
        of survey: ReplaySurvey,
        _ list: DecisionFileList
    ) throws(CommandFailure) -> (tally: ReplayTally, damagedLines: Int) {
        var (tally, report) = (ReplayTally(), DecisionLogReport(checksNumbers: false))
        var progress = ReplayProgress()
        try survey.run(list) { lines throws(CommandFailure) in
            progress.clear()
            report.take(lines)
            if !lines.output.tally.json.isEmpty { try StandardStream.writeResult(json: lines.output.tally.json) }
            tally.add(lines.output.tally)
            progress.show(tally)
        }
        progress.clear()
        report.end()
        return (tally, report.errors)
    }

    private func write(_ tally: ReplayTally, _ damagedLines: Int) throws(CommandFailure) {
        if json {
            try StandardStream.writeResult(json: tally.summary(damagedLines: damagedLines))
        } else {
            try StandardStream.write(lines: ReplayText(tally: tally, damagedLines: damagedLines).lines)
        }
        guard let html else { return }
        let compared = against.map { "the policies of \($0)" } ?? "the record"
        let title =
            "Policies of \(policies), compared with \(compared), at \(at == .now ? "the present time" : "the recorded times")"
        let page = ReplayPage(tally: tally, damagedLines: damagedLines, title: title)
        do throws(LocalFiles.Failure) {
            try LocalFiles.replace(html, with: Array(page.html.utf8))
        } catch {
            throw Self.failure(html, error)
        }
    }

    /// Checks that the page can be written, before the work begins.
    private func checkPage(_ file: String) throws(CommandFailure) {
        do throws(LocalFiles.Failure) {
            try LocalFiles.checkReplaceable(file)
        } catch {
            throw Self.failure(file, error)
        }
    }

    private static func failure(_ file: String, _ failure: LocalFiles.Failure) -> CommandFailure {
        CommandFailure(["\(QuotedText.of(file)) \(failure.reason)"])
    }
}
