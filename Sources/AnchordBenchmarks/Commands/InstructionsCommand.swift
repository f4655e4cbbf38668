import ArgumentParser
import Foundation
import TrustTestSupport

/// `Deploy/benchmark instructions`: what a request costs, to the instruction, compared with what was committed.
struct InstructionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instructions",
        abstract: "Counts the instructions of cold and hot requests, and holds them to the committed counts.",
        discussion: """
            The daemon runs under valgrind's callgrind with one worker and one connection. Unlike times, the counts \
            do not depend on what else the machine does; they do depend on the versions of Swift and OpenSSL.

            Exit status: 0 every count is within the tolerance, 1 one is not, 64 the command line is wrong.

              Deploy/benchmark instructions
              Deploy/benchmark instructions --update      # a change is worth its cost, or saves some
            """
    )

    @OptionGroup var daemon: DaemonOption
    @Option(help: ArgumentHelp("The committed counts.", valueName: "file")) var baseline: String
    @Option(help: "How much more than committed is let pass, in percent.") var tolerance = 5.0
    @Flag(help: "Write the counts as the new baseline.") var update = false

    func run() throws {
        let counts = try counts()
        for (name, count) in counts.perRequest.sorted(by: { $0.key < $1.key }) {
            StandardStream.output.write("\(name): \(count) instructions a request\n")
        }
        guard !update else { return try counts.write(to: baseline) }
        let gate = InstructionGate(baseline: try InstructionCounts(file: baseline), tolerance: tolerance / 100)
        let outcome = gate.outcome(of: counts)
        for line in outcome.failures + outcome.notes { Progress.show(line) }
        let advice = "`Deploy/benchmark instructions --update`, and commit \(baseline) with what explains it"
        if !outcome.failures.isEmpty {
            Progress.show("find out why; if the change is worth it: \(advice)")
            throw ExitCode.failure
        }
        if !outcome.notes.isEmpty { Progress.show("so that this is kept: \(advice)") }
    }

    private func counts() throws -> InstructionCounts {
        let directory = try WorkingDirectory()
        // Valgrind of Debian 12 cannot read the debugging information of Swift's compiler.
        let stripped = directory.path + "/anchord"
        _ = try ProgramOutput.text(of: "/usr/bin/strip", ["--strip-debug", "-o", stripped, daemon.anchord])
        let now = TestInstant(secondsSince1970: Int64(Date.now.timeIntervalSince1970))
        let sets = try [ChainKind.ecdsa, .rsa].map { try ChainSet($0, leaves: InstructionCounting.leaves, now: now) }
        let counting = InstructionCounting(
            programs: try ServerPrograms(anchord: stripped, chains: sets, directory: directory),
            callgrind: CallgrindRun(directory: directory),
            progress: Progress.show
        )
        let counts = try sets.flatMap { set in
            try counting.counts(set).map { ("\($0.key.rawValue) \(set.kind.rawValue)", $0.value) }
        }
        return InstructionCounts(software: software, perRequest: Dictionary(counts) { first, _ in first })
    }

    /// What the counts depend on besides this program.
    private var software: [String: String] {
        let names = ["Swift", "OpenSSL", "libmicrohttpd"]
        let entries = MachineDescription(anchord: daemon.anchord, peer: nil).entries
        return Dictionary(entries.filter { names.contains($0.name) }.map { ($0.name, $0.value) }) { first, _ in first }
    }
}
