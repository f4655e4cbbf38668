import ArgumentParser
import StructuredDocuments
import TrustService

struct DecisionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decisions",
        abstract: "Shows decisions of the log, explains one, or checks that none is missing.",
        discussion: """
            Reads the files that a daemon with decisions.directory writes: those of a directory from the oldest to the current \
            one, or the files in the given order. Without arguments, it reads the directory of the configuration. The daemon may \
            run. A file that gzip has compressed is not read: decompress it to standard input.

            Prints a line for each decision that satisfies all conditions, in the order of the log. --json prints the lines as \
            they are in the log. --explain prints one decision with the messages of its answer, if the log has them.

            --check prints no decision. It checks that the numbers of each run ascend by one, or that a mark explains the \
            difference, and that each line can be read. A line without line feed at the end of a file, and one before the first \
            line of a run, may be incomplete, because a process may have ended there. One call checks the log of one daemon.

            Exit status: 0 if the lines could be read; 1 if a line is damaged, if --check found an error, or if no file has the \
            decision of --explain; 2 if the command line or the configuration is invalid, a file cannot be read, or \
            the output cannot be written.

              anchord decisions --action deny --since 2026-11-28
              anchord decisions /var/log/anchord --client payments --code pin.mismatch --json
              anchord decisions --policy pay/pinned --action allow --shadow deny
              anchord decisions --explain 019b76da-a800-788f-8343-d94c71fe6c32
              anchord decisions --check /var/log/anchord
              zcat decisions-2026*.jsonl.gz | anchord decisions - --host pay.example.com
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Files of the log, or its directory; - for standard input. (default: decisions.directory of the configuration)",
            valueName: "files"
        )
    )
    var files: [String] = []
    @Option(
        help: ArgumentHelp("Only decisions of a policy set or a policy, as SET or SET/POLICY.", valueName: "policy")
    )
    var policy: String?
    @Option(help: ArgumentHelp("Only decisions about a host, in any spelling.", valueName: "host")) var host: String?
    @Option(help: ArgumentHelp("Only decisions for a client in `clients`.", valueName: "name")) var client: String?
    @Option(help: ArgumentHelp("Only decisions with a reason or a problem of this code.", valueName: "code"))
    var code: String?
    @Option(
        help: ArgumentHelp(
            "Only decisions with this verdict: trusted, untrusted or indeterminate.",
            valueName: "verdict"
        )
    )
    var verdict: String?
    @Option(help: ArgumentHelp("Only decisions with this action: allow, deny or default.", valueName: "action"))
    var action: String?
    @Option(
        help: ArgumentHelp(
            "Only decisions whose shadow has this action: allow, deny, default or skipped.",
            valueName: "action"
        )
    )
    var shadow: String?
    @Option(
        help: ArgumentHelp(
            "Only decisions from this time on, an RFC 3339 timestamp or a date in UTC.",
            valueName: "time"
        )
    )
    var since: String?
    @Option(help: ArgumentHelp("Only decisions before this time.", valueName: "time")) var until: String?
    @Option(help: ArgumentHelp("Print the decision with this identifier and its answer.", valueName: "id"))
    var explain: String?
    @Flag(help: "Check that no line is damaged, doubled or missing.") var check = false
    @Flag(help: "Print JSON: the lines of the log, one object for --explain and --check.") var json = false
    @Option(help: ArgumentHelp("The configuration file.", valueName: "file")) var config: String?

    func validate() throws {
        if files.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("only one argument can be -, because standard input is read once.")
        }
        let conditions = [policy, host, client, code, verdict, action, shadow, since, until]
        if check || explain != nil, conditions.contains(where: { $0 != nil }) || check && explain != nil {
            throw ValidationError("--explain and --check cannot be combined with each other, nor with conditions.")
        }
        if explain != nil, files.contains("-") {
            throw ValidationError("--explain reads a file twice, and cannot read standard input.")
        }
        if let explain, DecisionID(explain) == nil {
            throw ValidationError("\(QuotedText.of(explain)) is not an identifier: expected 32 digits with dashes.")
        }
        _ = try filter()
    }

    func run() throws {
        let list = try DecisionFileList(files.isEmpty ? [configuredDirectory()] : files)
        if let explain, let id = DecisionID(explain) {
            return try DecisionExplanation(id.description).run(list, json: json)
        }
        var report = DecisionLogReport(checksNumbers: check)
        if check { try runCheck(list, &report) } else { try runList(list, &report) }
        if report.errors > 0 { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func runCheck(_ list: DecisionFileList, _ report: inout DecisionLogReport) throws(CommandFailure) {
        try DecisionScan(list, ()) { _, _, _ in }.run { lines throws(CommandFailure) in report.take(lines) }
        report.end()
        if json {
            try StandardStream.writeResult(json: report.json + [0x0A])
        } else {
            try StandardStream.writeResult(report.text + "\n")
        }
    }

    private func runList(_ list: DecisionFileList, _ report: inout DecisionLogReport) throws {
        let filter = try filter()
        let scan = DecisionScan(list, [UInt8]()) { [json] line, bytes, output in
            guard case .decision(let decision) = line, filter.includes(decision) else { return }
            output += json ? PrintableJSON.bytes(of: bytes) : Array(DecisionTable.line(of: decision).utf8)
            output.append(UInt8(ascii: "\n"))
        }
        if !json { try StandardStream.writeResult(DecisionTable.heading + "\n") }
        try scan.run { lines throws(CommandFailure) in
            report.take(lines)
            if !lines.output.isEmpty { try StandardStream.writeResult(json: lines.output) }
        }
        report.end()
    }

    private func configuredDirectory() throws(CommandFailure) -> String {
        let effective = try EffectiveConfiguration.read(config, environment: EnvironmentVariables.all(), flags: [])
        guard let path = effective.values.decisions.directory else {
            throw CommandFailure([
                "no log of decisions is configured: set `decisions.directory`, or name the files or the directory"
            ])
        }
        return path
    }
}
