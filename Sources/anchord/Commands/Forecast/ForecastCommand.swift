import ArgumentParser
import StructuredDocuments
import TrustModel

struct ForecastCommand: ParsableCommand {
    /// The longest time to look ahead, in days: ten years.
    private static let maximumDays: Int64 = 3660

    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Shows when chains are no longer allowed, and why.",
        discussion: """
            Evaluates each chain as `anchord evaluate` does, now and at each later time at which the verdict can change, up to \
            --until. Nothing but the time changes: the chain, the policy and the evidence are those of today. The forecast \
            takes into account everything that ends on a known day: certificates, anchors, pins, CRLs, OCSP responses and \
            exceptions.

            The output is a table with a line for each chain, the earliest end first. CAUSE is `leaf`, \
            `intermediate`, `anchor`, `pins`, `evidence` (a CRL or an OCSP response), `exception` or `policy`. The last line counts the \
            chains. Files of the log of decisions with inputs, or its directory, can be given instead of chains: each of the \
            newest 20000 different questions in them has a line with the beginning of the digest of its leaf, and the last \
            evidence in the log. Evidence that a daemon fetches ends too. Questions that are denied already are only \
            counted. Blocks are not considered, and floors are only those of --floors. Standard input (-) is a chain, not a log.

            A second table has what is known of the certificates that replace the present ones. CAUSE is then \
            `renewalLifetime` or `clientAuth` for requirements on public server certificates (policies with the profile \
            `webpki`), or `anchorDistrust` for a root that is trusted only for certificates that are issued earlier.

            With --json, each line is an object with `source`, and either `stages`, the action now and after each \
            change, or `error`; `renewals` has the second table; `allowedUntil` is the last second of a permission that ends. With a log, \
            questions have `leaf`, the whole digest, and the last line is an object with `log`, the numbers of questions.

            The forecast finds each change to the second. A change that is undone within the same day can be missed if the \
            policy has scripts or warns of the end of a certificate.

            Exit status: 0 if all chains are allowed until the end of the forecast, 1 if one is not, 2 if the command line or \
            an input file is invalid, or if a chain has no verdict.

              anchord forecast example.com --until 2027-06-01
              anchord forecast --hosts servers.txt --until 2027-12-31
              anchord forecast chain.pem --host db.internal --policies ./policies --policy house --until 2028-01-01 --json
            """
    )

    @OptionGroup var question: ChainOptions
    @Option(
        help: ArgumentHelp(
            "The last day or time to look at, as a date in UTC or an RFC 3339 timestamp; up to 3660 days from now.",
            valueName: "time"
        )
    )
    var until: String
    @Flag(help: "Print JSON lines instead of a table.") var json = false

    func validate() throws {
        try question.validateChains()
        guard end != nil else {
            throw ValidationError(
                "\(QuotedText.of(until)) is not a time: expected 2027-06-01 or 2027-06-01T00:00:00Z"
                    + Instant.leapSecondHint(for: until) + "."
            )
        }
    }

    /// The last second to look at: that of the day, or the given one.
    private var end: Instant? {
        Instant(day: until)?.adding(seconds: 86399) ?? Instant(rfc3339: until)
    }

    func run() throws {
        guard let end else { throw ExitCode(ExitStatus.usage.rawValue) }
        let now = WallClock.now().instant
        // The whole last day is looked at, so that days are compared.
        let days = end.secondsSince1970 / 86400 - now.secondsSince1970 / 86400
        guard end >= now, days <= Self.maximumDays else {
            let place = end < now ? "in the past" : "more than \(Self.maximumDays) days from now"
            throw CommandFailure(["--until \(QuotedText.of(until)) is \(place)"])
        }
        let survey = ForecastSurvey(try ChainEvaluation(question), until: end, isJSON: json)
        let (sources, log) = try sources()
        let status = try survey.run(sources, log)
        if status != .done { throw ExitCode(status.rawValue) }
    }

    /// The chains, then the questions of all logs; the numbers are nil without a log.
    private func sources() throws(CommandFailure) -> (sources: [ForecastSource], log: ForecastLog?) {
        let (chains, paths) = try split(question.sources())
        let sources = chains.map { ForecastSource.chain($0) }
        guard !paths.isEmpty else { return (sources, nil) }
        if chains.isEmpty, let option = question.optionWithoutEffectOnLogs {
            throw CommandFailure([
                "\(option) has no effect on the questions of a log, which have their own: leave it out"
            ])
        }
        let (questions, leftOut) = try RecordedQuestions().read(DecisionFileList(paths))
        return (sources + ForecastSource.all(in: questions), ForecastLog(questions: questions.count, leftOut: leftOut))
    }

    private func split(
        _ sources: [ChainSource]
    ) throws(CommandFailure) -> (chains: [ChainSource], logs: [String]) {
        var (chains, logs): ([ChainSource], [String]) = ([], [])
        for source in sources {
            if try ForecastSource.isLog(source) { logs.append(source.text) } else { chains.append(source) }
        }
        return (chains, logs)
    }
}
