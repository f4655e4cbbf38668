import MicrohttpdServer
import StructuredDocuments
import TrustEvidence
import TrustPolicies

/// Evaluates each item of a batch to a verdict or a problem; several threads evaluate items concurrently.
struct BatchAnswers: Sendable {
    let context: APIContext
    let form: BatchForm
    /// The policies that apply to all items of an array; nil for a stream of lines.
    ///
    /// A stream may last for hours, so each line is evaluated under the policies in use at its evaluation.
    private let snapshot: PolicySnapshot?
    private let handler: EvaluationHandler
    /// The trace of the whole batch.
    private let trace: TraceContext?

    /// Creates the evaluation of items; marked answers are those of ``markedAnswer(_:at:)``.
    init(
        to head: HTTPRequestHead,
        of caller: Caller,
        in context: APIContext,
        form: BatchForm,
        marksDenials: Bool = false
    ) {
        self.context = context
        self.form = form
        trace = head.trace
        snapshot = form == .array ? context.policies.snapshot : nil
        handler = EvaluationHandler(itemsOf: head, of: caller, context, marksDenials: marksDenials)
    }

    /// Evaluates one item to its verdict or problem as JSON.
    func answer(_ item: [UInt8], at position: Int) -> HTTPAnswer<[UInt8]> {
        // The position replaces the number of the worker, so that adjacent items use different shards.
        handler.answer(to: item, trace, worker: position, under: snapshot).map { json(of: $0, at: position) }
    }

    /// Evaluates one item, and returns also whether the answer is a verdict that allows the chain.
    func markedAnswer(_ item: [UInt8], at position: Int) -> HTTPAnswer<LineEvaluations.Answer> {
        handler.answer(to: item, trace, worker: position, under: snapshot).map { outcome in
            let isAllowed = if case .success(let response) = outcome { response.status == 200 } else { false }
            return LineEvaluations.Answer(json: json(of: outcome, at: position), isAllowed: isAllowed)
        }
    }

    private func json(of outcome: Route.Outcome, at position: Int) -> [UInt8] {
        switch outcome {
        case .success(let answer):
            context.metrics.batches.countVerdict(at: position)
            return ended(answer.body)
        case .failure(let problem): return self.problem(problem, at: position)
        }
    }

    /// Counts a problem, and returns it as JSON in place of the item's verdict.
    func problem(_ problem: Problem, at position: Int) -> [UInt8] {
        context.metrics.countProblem(problem.code, worker: position)
        context.metrics.batches.countProblem(at: position)
        return ended(problem.inItem(position).json)
    }

    func tooLarge(at position: Int) -> [UInt8] {
        let limit = context.batchLimits.itemBytes
        return problem(
            Problem(.bodyTooLarge, "The item is larger than \(limit) bytes (limits.bodyBytes)."),
            at: position
        )
    }

    /// The problem for a batch with too many items, and the position of the first item beyond the limit.
    var tooManyItems: (problem: Problem, position: Int) {
        let limit = context.batchLimits.items
        return (Problem(.tooManyItems, "The batch has more than \(limit) items (limits.batchItems)."), limit)
    }

    /// Returns the last line of an interrupted response; empty for an array, which ends without its closing bracket.
    func lastWords(_ failure: HTTPFailure, at position: Int) -> [UInt8] {
        form == .lines ? problem(Problem(failure), at: position) : []
    }

    private func ended(_ json: [UInt8]) -> [UInt8] {
        form == .lines ? json + [UInt8(ascii: "\n")] : json
    }
}

extension Problem {
    /// Returns the problem with the item's position at the start of each pointer; adds a pointer if there is none.
    func inItem(_ position: Int) -> Problem {
        let places = errors.isEmpty ? [DocumentIssue(pointer: "", detail: detail)] : errors
        return Problem(
            code,
            detail,
            errors: places.map { DocumentIssue(pointer: "/\(position)\($0.pointer)", detail: $0.detail) },
            headers: headers
        )
    }
}
