import MicrohttpdServer
import TrustEvidence

/// Evaluates lines of NDJSON without a server; the answers are those of POST /v1/evaluations/batch.
package struct LineEvaluations: Sendable {
    /// A line, or the answer to one that is not evaluated, such as a line that is too long.
    package struct Line: Sendable {
        let position: Int
        let item: HTTPItem
    }

    /// The answer to a line.
    package struct Answer: Sendable {
        /// The verdict or the problem, with a line feed.
        package let json: [UInt8]
        /// Whether the answer is a verdict whose action is `allow`.
        package let isAllowed: Bool
    }

    /// Splits text into lines, and counts them; blank lines are skipped.
    package struct Splitter: Sendable {
        private var lines: LineSplitter
        private var count = 0

        init(_ answers: BatchAnswers) { lines = LineSplitter(answers) }

        /// Returns the lines that end in the next bytes of the text.
        package mutating func take(_ bytes: [UInt8]) -> [Line] { numbered(lines.take(bytes)) }

        /// Returns the last line, if it has no line feed.
        package mutating func end() -> [Line] { numbered(lines.end()) }

        private mutating func numbered(_ items: HTTPItems) -> [Line] {
            switch items {
            case .more(let items), .last(let items):
                defer { count += items.count }
                return items.enumerated().map { Line(position: count + $0.offset, item: $0.element) }
            // Only a text with too many lines is refused, and the number of lines is unlimited here.
            case .refused: preconditionFailure("a line was refused")
            }
        }
    }

    /// Accepts every wait; without a network, no evaluation waits.
    private struct Waiting: HTTPWaiting {
        func beginWait(_ wait: HTTPWait) throws(HTTPFailure) {}
        func endWait() throws(HTTPFailure) {}
    }

    private let answers: BatchAnswers

    /// Creates evaluations in a context whose ``BatchLimits/items`` limits the number of lines.
    package init(_ context: APIContext) {
        let caller = Caller(clients: [], isRestricted: false, hasUnknownToken: false, share: .connection(0))
        let path = "/v1/evaluations/batch"
        let head = HTTPRequestHead(method: "POST", target: path, path: path, query: [], headers: HTTPHeaders())
        answers = BatchAnswers(to: head, of: caller, in: context, form: .lines, marksDenials: true)
    }

    /// Creates the splitter of a text.
    package func splitter() -> Splitter { Splitter(answers) }

    /// Evaluates a line.
    package func answer(to line: Line) async -> Answer {
        switch line.item {
        case .answer(let json): return Answer(json: json, isAllowed: false)
        case .question(let bytes):
            switch answers.markedAnswer(bytes, at: line.position) {
            case .now(let answer): return answer
            case .task(let compute):
                do throws(HTTPFailure) {
                    return try await compute(Waiting())
                } catch {
                    return Answer(json: answers.problem(Problem(error), at: line.position), isAllowed: false)
                }
            }
        }
    }
}
