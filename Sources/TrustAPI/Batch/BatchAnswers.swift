import MicrohttpdServer
import StructuredDocuments
import TrustPolicies

/// Makes the answers to the items of one batch: verdicts as a request by itself gets them, and problems in their place.
///
/// Used by several threads at once.
struct BatchAnswers: Sendable {
    let context: APIContext
    let form: BatchForm
    /// The policies for all of an array.
    ///
    /// Lines may come for hours: each takes the policies that are in use when it is evaluated.
    private let snapshot: PolicySnapshot?
    /// Answers what the item would ask as a request by itself.
    private let handler: EvaluationHandler

    init(_ context: APIContext, form: BatchForm) {
        self.context = context
        self.form = form
        snapshot = form == .array ? context.policies.snapshot : nil
        handler = EvaluationHandler(context)
    }

    /// The verdict about an item, or what is wrong with it.
    func answer(_ item: [UInt8], at position: Int) -> [UInt8] {
        do throws(Problem) {
            // Items next to each other count as different workers'.
            let answer = try handler.answer(item, worker: position, under: snapshot)
            context.metrics.batches.countVerdict(at: position)
            return ended(answer.body)
        } catch {
            return problem(error, at: position)
        }
    }

    /// What stands in place of a verdict.
    func problem(_ problem: Problem, at position: Int) -> [UInt8] {
        context.metrics.countProblem(problem.code, worker: position)
        context.metrics.batches.countProblem(at: position)
        return ended(problem.inItem(position).json)
    }

    /// What the answer to an item is that is longer than it may be.
    func tooLarge(at position: Int) -> [UInt8] {
        let limit = context.batchLimits.itemBytes
        return problem(
            Problem(.bodyTooLarge, "The item has more than \(limit) bytes (limits.bodyBytes)."),
            at: position
        )
    }

    /// Refuses items beyond the limit, of which the first has this position.
    var tooManyItems: (problem: Problem, position: Int) {
        let limit = context.batchLimits.items
        return (Problem(.tooManyItems, "There are more than \(limit) items (limits.batchItems)."), limit)
    }

    /// The last line of an answer that cannot go on; of an array, the bracket is missing.
    func lastWords(_ failure: HTTPFailure, at position: Int) -> [UInt8] {
        form == .lines ? problem(Problem(failure), at: position) : []
    }

    private func ended(_ json: [UInt8]) -> [UInt8] {
        form == .lines ? json + [UInt8(ascii: "\n")] : json
    }
}

extension Problem {
    /// The same in an item of a batch: pointers begin with the item's position, and there is at least one.
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
