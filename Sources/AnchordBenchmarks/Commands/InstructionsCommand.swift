import ArgumentParser
import Foundation
import TrustTestSupport

/// `Deploy/benchmark instructions`, which compares the instructions of a request with the committed counts.
struct InstructionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instructions",
        abstract: "Counts the instructions of cold and hot requests and compares them with the committed counts.",
        discussion: """
            The daemon runs under valgrind's callgrind with one worker and one connection. Unlike times, the counts do \
            not depend on other load of the machine, but they depend on the versions of Swift and OpenSSL.

            Exit status: 0 if all counts are within the tolerance, 1 if one is not, 64 for an invalid command line.

              Deploy/benchmark instructions
              Deploy/benchmark instructions --update      # after a change that justifies its cost, or saves some
            """
    )

    @OptionGroup var daemon: DaemonOption
    @Option(help: ArgumentHelp("The committed counts.", valueName: "file")) var baseline: String
    @Option(help: "The permitted increase over the committed counts in percent.") var tolerance = 5.0
    @Option(help: ArgumentHelp("The functions by which releases are linked.", valueName: "file")) var functions: String
    @Flag(help: "Write the counts as the new baseline, and the functions that ran.") var update = false

    func run() throws {
        var executed = ExecutedFunctions()
        let counts = try counts { executed.add($1, of: $0) }
        for (name, count) in counts.perRequest.sorted(by: { $0.key < $1.key }) {
            StandardStream.output.write("\(name): \(count) instructions per request\n")
        }
        if update {
            try counts.write(to: baseline)
            return try executed.text.write(toFile: functions, atomically: true, encoding: .utf8)
        }
        let gate = InstructionGate(baseline: try InstructionCounts(file: baseline), tolerance: tolerance / 100)
        let outcome = gate.outcome(of: counts)
        for line in outcome.failures + outcome.notes { Progress.show(line) }
        let advice = "run `Deploy/benchmark instructions --update` and commit \(baseline) with an explanation"
        if !outcome.failures.isEmpty {
            Progress.show("find the cause; if the change justifies its cost, \(advice)")
            throw ExitCode.failure
        }
        if !outcome.notes.isEmpty { Progress.show("to keep the improvement, \(advice)") }
    }

    private func counts(written: @escaping (_ path: String, _ text: String) -> Void) throws -> InstructionCounts {
        let directory = try WorkingDirectory()
        // The valgrind version of Debian 12 cannot read the debugging information that the Swift compiler writes.
        let stripped = directory.path + "/anchord"
        _ = try ProgramOutput.text(of: "/usr/bin/strip", ["--strip-debug", "-o", stripped, daemon.anchord])
        let now = TestInstant(secondsSince1970: Int64(Date.now.timeIntervalSince1970))
        let sets = try [ChainKind.ecdsa, .rsa].map { try ChainSet($0, leaves: InstructionCounting.leaves, now: now) }
        let counting = InstructionCounting(
            programs: try ServerPrograms(anchord: stripped, chains: sets, directory: directory),
            callgrind: CallgrindRun(directory: directory, written: written),
            progress: Progress.show
        )
        let counts = try sets.flatMap { set in
            try counting.counts(set).map { ("\($0.key.rawValue) \(set.kind.rawValue)", $0.value) }
        }
        return InstructionCounts(software: software, perRequest: Dictionary(counts) { first, _ in first })
    }

    private var software: [String: String] {
        let names = ["Swift", "OpenSSL", "libmicrohttpd"]
        let entries = MachineDescription(anchord: daemon.anchord, peers: [:]).entries
        return Dictionary(entries.filter { names.contains($0.name) }.map { ($0.name, $0.value) }) { first, _ in first }
    }
}
