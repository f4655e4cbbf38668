import ArgumentParser
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Evaluates certificate chains from files or servers; needs no running service.",
        discussion: """
            Runs the same engine as the service and prints the verdict: trusted, untrusted or indeterminate on the \
            first line, then one line for each reason. --json prints the response of POST /v1/evaluations.

            For a server, the command connects, completes a TLS handshake, and evaluates the chain \
            with the stapled OCSP response and the certificate timestamps that the server sends. Without a port, the port \
            is 443. The handshake contains the server's name and verifies nothing, so that every \
            chain gets a verdict. If the server does not prove within --timeout that it has the key of its certificate, a \
            line on standard error shows why, and no verdict is printed.

            --server-name and --host each set the name in the handshake and the name that the leaf must be valid for. \
            If both are given, --server-name is the name in the handshake.

            With --policies, --policy names the set that decides, so that no rule of the directory is passed over in \
            silence. Without it, the command names the sets with a rule for the host, and prints no verdict.

            Scripts of policies run in their sandbox, also if the configuration of a daemon does not enable them. --trace \
            shows on standard error the fields that they read and the lines that they print.

            Several chains, or the servers of --hosts, are evaluated at the same time, up to 16. The output is a table with a \
            line for each chain, in the given order: its name, the verdict, the days until the first certificate of its path \
            ends, and the first reason. With --json, each line is an object with `source`, and either `evaluation` and \
            `daysLeft` or `error`.

            With --ndjson, each line of the input is a request and each line of the output its response, as in \
            POST /v1/evaluations/batch, in the same order and on all processors. A line that cannot be evaluated has a \
            problem as its response. Blank lines are skipped.

            With --socket or --url, the command asks a running daemon for the verdict on one chain, under its policies and \
            with its network. \
            Without them, it uses no daemon, and its verdict can differ, because it has no network and only the policies of \
            --policies.

            Exit status: 0 if the action is allow, 1 if it is not, 2 if the command line or an input file is invalid, \
            if the output cannot be written, or if the server does not prove in time that it has the key of its \
            certificate. For several chains, 2 if one has no verdict, or else 1 if one is not allowed. With --ndjson, 0 if the \
            response to every line is a verdict that allows the chain, or else 1.

              anchord evaluate chain.pem --host example.com
              anchord evaluate example.com
              anchord evaluate leaf.pem --host example.com --intermediates issuing.pem
              anchord evaluate --hosts servers.txt
              anchord evaluate --ndjson --policies ./policies < requests.ndjson > responses.ndjson
              anchord evaluate example.com --socket /run/anchord/anchord.sock --policy partner
              anchord evaluate 192.0.2.1:443 --host www.example.com --timeout 3s
              anchord evaluate mail.example.com:25 --starttls smtp
              anchord evaluate db.internal:5432 --starttls postgres --anchors corporate-root.pem
              anchord evaluate chain.pem --host db.internal --anchors corporate-root.pem
              anchord evaluate chain.pem --host example.com --crl issuing.crl --ocsp stapled.der
              anchord evaluate - --policies ./policies --policy payments --json < chain.pem
              anchord evaluate chain.pem --host example.com --policies ./policies --policy house --trace
            """
    )

    @OptionGroup var question: ChainOptions
    @Flag(
        help: ArgumentHelp(
            "Read a request in each line, as POST /v1/evaluations/batch does, from a file or standard input, and print a "
                + "response for each."
        )
    )
    var ndjson = false
    @Option(
        help: ArgumentHelp(
            "Ask the daemon at this Unix socket for the verdict, under its policies and with its network.",
            valueName: "path"
        )
    )
    var socket: String?
    @Option(
        help: ArgumentHelp(
            "Ask the daemon at this URL, such as http://127.0.0.1:8778. Only this machine is supported.",
            valueName: "url"
        )
    )
    var url: String?
    @Option(help: ArgumentHelp("With --socket or --url, a file with the bearer token of a client.", valueName: "file"))
    var tokenFile: String?
    @Option(
        help: ArgumentHelp(
            "The evaluation time, as an RFC 3339 timestamp or a date in UTC. (default: now)",
            valueName: "time"
        )
    )
    var at: String?
    @Flag(help: "List the checks performed and the rejected paths.") var explain = false
    @Flag(help: "Print JSON instead of text.") var json = false
    @Flag(name: .shortAndLong, help: "Print no verdict; the exit status shows it.") var quiet = false
    @Flag(help: "Show what the scripts of the policy read and print.") var trace = false

    func run() throws {
        if ndjson { return try runLines() }
        guard question.hosts == nil, question.chains.count == 1 else { return try runSurvey() }
        let chain = question.chains[0]
        // A wrong name is reported before the files of other options are read.
        _ = try question.server.endpoint(orFile: chain)
        guard socket == nil, url == nil else { return try runRemote(chain) }
        let (verdict, now, notes) = try evaluation().verdict(on: .any(chain))
        for note in notes { StandardStream.writeMessage("anchord: \(note)\n") }
        for line in verdict.scripts.traces.flatMap(TraceText.lines) { StandardStream.writeMessage(line + "\n") }
        if !quiet { try write(verdict, now) }
        if verdict.action != .allow { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func evaluation() throws(CommandFailure) -> ChainEvaluation {
        var evaluation = try ChainEvaluation(question)
        evaluation.instant = instant
        evaluation.explains = explain
        evaluation.tracesScripts = trace
        return evaluation
    }

    private func runRemote(_ chain: String) throws {
        let status = try RemoteEvaluation(self).run(.any(chain))
        if status != .done { throw ExitCode(status.rawValue) }
    }

    private func runLines() throws {
        let parts = try EvaluationComponents(caches: EvaluationCaches(Configuration().caches))
        let status = try LinesEvaluation(question.chains.first ?? "-", under: question.snapshot(parts), parts).run()
        if status != .done { throw ExitCode(status.rawValue) }
    }

    private func runSurvey() throws {
        let status = try EvaluationSurvey(evaluation(), form: json ? .json : quiet ? .nothing : .table).run(
            question.sources()
        )
        if status != .done { throw ExitCode(status.rawValue) }
    }

    private func write(_ verdict: Verdict, _ now: WallTime) throws(CommandFailure) {
        guard json else { return try StandardStream.writeText(VerdictText.lines(of: verdict, over: .commandLine)) }
        let id = DecisionID(milliseconds: now.milliseconds)
        let text = String(decoding: VerdictEncoder.json(verdict, id: id, nonce: nil).bytes, as: UTF8.self)
        try StandardStream.writeResult(text + "\n")
    }
}
