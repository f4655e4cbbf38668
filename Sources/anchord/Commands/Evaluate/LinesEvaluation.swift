import MicrohttpdServer
import Synchronization
import TrustAPI
import TrustModel
import TrustPolicies

/// The evaluation of NDJSON, on all processors, with an answer for each line in the order of the lines.
final class LinesEvaluation: Sendable {
    /// The maximum number of lines that one thread evaluates before others take the next ones.
    private static let linesTogether = 32

    private struct Input {
        var splitter: LineEvaluations.Splitter
        var lines: [LineEvaluations.Line] = []
        var hasEnded = false
        var failure: CommandFailure?
    }

    private let file: InputPieces
    private let threads: Int
    private let evaluations: LineEvaluations
    private let input: Mutex<Input>

    /// Creates the evaluation of a file under a policy snapshot, with the caches of a daemon.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be opened.
    init(_ path: String, under snapshot: PolicySnapshot, _ parts: EvaluationComponents) throws(CommandFailure) {
        var configuration = Configuration()
        configuration.limits.batchItems = .max
        let store: PolicyStore
        do {
            store = try PolicyStore(now: { WallClock.now().instant }, load: { _ in snapshot })
        } catch {
            throw CommandFailure(error.problems.map(\.description))
        }
        let context = try Composition.context(configuration, parts, policies: store, server: ServerReference())
        file = try InputPieces(path)
        threads = HTTPServer.workerCount(configuration.threads)
        evaluations = LineEvaluations(context)
        input = Mutex(Input(splitter: evaluations.splitter()))
    }

    /// Writes the answers.
    ///
    /// - Returns: ``ExitStatus/done`` if every answer is a verdict that allows the chain, or else ``ExitStatus/refused``.
    /// - Throws: ``CommandFailure`` if the file cannot be read to its end, or the output cannot be written.
    func run() throws(CommandFailure) -> ExitStatus {
        let work = OrderedWork(window: 4 * threads, next: { self.nextLines() }, body: { self.answers(to: $0) })
        var status = ExitStatus.done
        try work.run(threads: threads) { answers throws(CommandFailure) in
            try StandardStream.writeResult(json: answers.json)
            if !answers.areAllowed { status = .refused }
        }
        if let failure = input.withLock(\.failure) { throw failure }
        return status
    }

    /// Returns the next lines, as soon as one has arrived; nil at the end.
    private func nextLines() -> [LineEvaluations.Line]? {
        input.withLock { input in
            while input.lines.isEmpty, !input.hasEnded { read(&input) }
            guard !input.lines.isEmpty else { return nil }
            let share = (input.lines.count + threads - 1) / threads
            let next = Array(input.lines.prefix(min(share, Self.linesTogether)))
            input.lines.removeFirst(next.count)
            return next
        }
    }

    private func read(_ input: inout Input) {
        do throws(CommandFailure) {
            let bytes = try file.nextBytes()
            input.hasEnded = bytes.isEmpty
            input.lines = bytes.isEmpty ? input.splitter.end() : input.splitter.take(bytes)
        } catch {
            (input.failure, input.hasEnded) = (error, true)
            input.lines = input.splitter.end()
        }
    }

    private struct Answers: Sendable {
        var json: [UInt8] = []
        var areAllowed = true
    }

    private func answers(to lines: [LineEvaluations.Line]) -> Answers {
        SynchronousExecutor().result { [evaluations] in
            var answers = Answers()
            for line in lines {
                let answer = await evaluations.answer(to: line)
                answers.json += answer.json
                answers.areAllowed = answers.areAllowed && answer.isAllowed
            }
            return answers
        }
    }
}
