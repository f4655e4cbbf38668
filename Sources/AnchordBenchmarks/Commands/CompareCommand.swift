import ArgumentParser
import Foundation
import TrustTestSupport

/// `Deploy/benchmark`: the daemon, the peer and the ceiling on the same chains, in turn.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares anchord with Go's crypto/x509 and with bare libmicrohttpd.",
        discussion: """
            Cold: every leaf is new, verdicts are not remembered. Warm: all leaves again and again, caches as they \
            come. Hot: one chain again and again. Every answer is checked; one that is wrong ends the run.

            Wall time depends on what else the machine does: read ratios, and of these the processor's first. The peer \
            remembers no verdicts, so that its figures for hot are those of a server without a cache.

            Exit status: 0 done, 1 a wrong answer or a goal that is not reached, 64 the command line is wrong.

              Deploy/benchmark
              Deploy/benchmark --rounds 1 --chains ecdsa --gate Deploy/benchmark.d/goals
              Deploy/benchmark --scaling 1 16 64 --long --markdown Sources/anchord/Documentation.docc/Figures.md
            """
    )

    @OptionGroup var daemon: DaemonOption
    @Option(help: .hidden) var peer: String
    @Option(help: .hidden) var ceiling: String
    @Option(help: "How often every server is started and measured.") var rounds = 5
    @Option(help: "How long one measurement takes.") var seconds = 1.0
    @Option(help: "Connections that stay open.") var connections = 16
    @Option(help: "What connections are made of: tcp or unix.") var transport = Transport.tcp
    @Option(parsing: .upToNextOption, help: "Kinds of chains: ecdsa, rsa, mixed.") var chains = ChainKind.allCases
    @Option(help: "Leaves of each kind.") var leaves = 2000
    @Option(
        parsing: .upToNextOption,
        help: "Numbers of connections to measure as well, over TCP and a Unix socket, such as 1 16 64 512."
    )
    var scaling: [Int] = []
    @Flag(help: "Measure the daemon's memory after ten million requests as well.") var long = false
    @Option(help: ArgumentHelp("Fail below the ratios of a file, one a line.", valueName: "file")) var gate: String?
    @Option(
        help: ArgumentHelp(
            "Fail below one ratio, such as 'cold ecdsa / go processor 2.0'; processor, rate or p99.",
            valueName: "ratio"
        )
    )
    var goal: [String] = []
    @Option(help: ArgumentHelp("Write everything as JSON.", valueName: "file")) var json: String?
    @Option(help: ArgumentHelp("Write the page of the documentation.", valueName: "file")) var markdown: String?

    func validate() throws {
        guard rounds > 0, seconds > 0, connections > 0, scaling.allSatisfy({ $0 > 0 }), !chains.isEmpty else {
            throw ValidationError("There must be rounds, time, connections and chains.")
        }
        guard leaves >= 2 * AnchordCaches.smallCount else {
            throw ValidationError("Fewer than \(2 * AnchordCaches.smallCount) leaves would not stay cold.")
        }
    }

    func run() throws {
        // Before minutes of measuring, not after them.
        let goals = try goals()
        let directory = try WorkingDirectory()
        let settings = settings
        Progress.show("making \(settings.leaves) chains of each kind")
        let now = TestInstant(secondsSince1970: Int64(Date.now.timeIntervalSince1970))
        let sets = try settings.chains.map { try ChainSet($0, leaves: leaves, now: now) }
        let programs = try ServerPrograms(
            anchord: daemon.anchord,
            peer: peer,
            ceiling: ceiling,
            chains: sets,
            directory: directory
        )
        var comparison = Comparison(settings, chains: sets, programs: programs, progress: Progress.show)
        let report = ComparisonReport(
            settings: settings,
            machine: MachineDescription(anchord: daemon.anchord, peer: peer),
            result: try comparison.run()
        )
        StandardStream.output.write(report.text)
        if let json { try report.json().write(to: URL(filePath: json)) }
        if let markdown { try Data(report.markdown.utf8).write(to: URL(filePath: markdown)) }
        try hold(report, to: goals)
    }

    private var settings: ComparisonSettings {
        ComparisonSettings(
            chains: chains,
            leaves: leaves,
            rounds: rounds,
            seconds: seconds,
            connections: connections,
            transport: transport,
            scaling: scaling,
            long: long
        )
    }

    private func goals() throws -> [RatioGoal] {
        let file = try gate.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? ""
        return try RatioGoal.goals(in: file) + RatioGoal.goals(in: goal.joined(separator: "\n"))
    }

    private func hold(_ report: ComparisonReport, to goals: [RatioGoal]) throws {
        let shortfalls = goals.compactMap {
            $0.shortfall(in: report.result.ratios, settings: report.settings)
        }
        for shortfall in shortfalls { Progress.show("goal not reached: \(shortfall)") }
        if !shortfalls.isEmpty { throw ExitCode.failure }
    }
}
