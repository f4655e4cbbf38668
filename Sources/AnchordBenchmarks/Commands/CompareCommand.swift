import ArgumentParser
import Foundation
import TrustTestSupport

/// `Deploy/benchmark compare`, which measures the daemon, the peers and the ceiling with the same chains.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares anchord with Go's crypto/x509, with Rust's webpki, and with bare libmicrohttpd.",
        discussion: """
            Cold: every leaf is new and verdicts are not cached. Warm: all leaves repeatedly, with default caches. Hot: \
            one chain repeatedly. Every response is checked; a wrong one ends the run.

            Wall time depends on other load of the machine: compare ratios, and of these processor time first. The \
            peers cache no verdicts, so their figures for hot are those of servers without a cache.

            Exit status: 0 for success, 1 for a wrong response or a missed goal, 64 for an invalid command line.

              Deploy/benchmark
              Deploy/benchmark --rounds 1 --chains ecdsa --gate Deploy/benchmark.d/goals
              Deploy/benchmark --scaling 1 16 64 --long --markdown Sources/anchord/Documentation.docc/Figures.md
            """
    )

    @OptionGroup var daemon: DaemonOption
    @Option(help: .hidden) var goPeer: String
    @Option(help: .hidden) var rustPeer: String?
    @Option(help: .hidden) var ceiling: String
    @Option(help: "The number of rounds; each round starts and measures every server.") var rounds = 5
    @Option(help: "The duration of one measurement in seconds.") var seconds = 1.0
    @Option(help: "The number of persistent connections.") var connections = 16
    @Option(help: "The transport: tcp or unix.") var transport = Transport.tcp
    @Option(parsing: .upToNextOption, help: "Kinds of chains: ecdsa, rsa, mixed.") var chains = ChainKind.allCases
    @Option(help: "The number of leaves of each kind.") var leaves = 2000
    @Option(
        parsing: .upToNextOption,
        help: "Additional numbers of connections to measure over TCP and a Unix socket, such as 1 16 64 512."
    )
    var scaling: [Int] = []
    @Flag(help: "Also measure the daemon's memory after ten million requests.") var long = false
    @Option(help: ArgumentHelp("Fail below the ratios in a file, one per line.", valueName: "file")) var gate: String?
    @Option(
        help: ArgumentHelp(
            "Fail below a ratio of processor, rate or p99, such as 'cold ecdsa / go processor 2.0'.",
            valueName: "ratio"
        )
    )
    var goal: [String] = []
    @Option(help: ArgumentHelp("Write all results as JSON.", valueName: "file")) var json: String?
    @Option(help: ArgumentHelp("Write the page Figures.md.", valueName: "file")) var markdown: String?

    func validate() throws {
        guard rounds > 0, seconds > 0, connections > 0, scaling.allSatisfy({ $0 > 0 }), !chains.isEmpty else {
            throw ValidationError("Rounds, seconds and connections must be positive, and chains must not be empty.")
        }
        guard leaves >= 2 * AnchordCaches.smallCount else {
            throw ValidationError("At least \(2 * AnchordCaches.smallCount) leaves are needed for the cold workload.")
        }
    }

    func run() throws {
        // Parse the goals first, so that malformed goals fail before minutes of measurements.
        let goals = try goals()
        let directory = try WorkingDirectory()
        let settings = settings
        Progress.show("creating \(settings.leaves) chains of each kind")
        let now = TestInstant(secondsSince1970: Int64(Date.now.timeIntervalSince1970))
        let sets = try settings.chains.map { try ChainSet($0, leaves: leaves, now: now) }
        let programs = try ServerPrograms(
            anchord: daemon.anchord,
            peers: peers,
            ceiling: ceiling,
            chains: sets,
            directory: directory
        )
        var comparison = Comparison(settings, chains: sets, programs: programs, progress: Progress.show)
        let report = ComparisonReport(
            settings: settings,
            machine: MachineDescription(anchord: daemon.anchord, peers: peers),
            result: try comparison.run()
        )
        StandardStream.output.write(report.text)
        if let json { try report.json().write(to: URL(filePath: json)) }
        if let markdown { try Data(report.markdown.utf8).write(to: URL(filePath: markdown)) }
        try check(report, against: goals)
    }

    /// The paths of the peers; without the Rust peer if it could not be built.
    private var peers: [BenchmarkedServer: String] {
        var peers = [BenchmarkedServer.go: goPeer]
        peers[.rust] = rustPeer
        return peers
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

    private func check(_ report: ComparisonReport, against goals: [RatioGoal]) throws {
        let shortfalls = goals.compactMap {
            $0.shortfall(in: report.result.ratios, settings: report.settings)
        }
        for shortfall in shortfalls { Progress.show("missed goal: \(shortfall)") }
        if !shortfalls.isEmpty { throw ExitCode.failure }
    }
}
