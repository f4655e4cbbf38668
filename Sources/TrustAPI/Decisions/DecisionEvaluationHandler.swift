import MicrohttpdServer
import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// POST /v1/decisions/{id}/evaluation: evaluates the question of a decision again, under the policies and blocks of today.
///
/// The verdict is for people and not a decision: nothing is fetched, remembered or recorded.
enum DecisionEvaluationHandler {
    static func answer(_ head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        let name =
            head.path.utf8.split(separator: UInt8(ascii: "/")).dropLast().last.map { String(Substring($0)) } ?? ""
        return { body, _ in
            let hasBody = !body.isEmpty
            return DecisionHandler.search(context) { memory async throws(Problem) in
                let query = try RequestQuery(head.query, known: ["at", "explain"])
                guard !hasBody else {
                    throw Problem(.invalidRequest, "An evaluation of a decision has no request body.")
                }
                let (instant, explain) = (try EvaluationRequest.instant(query), try query.flag("explain"))
                _ = try context.askedDecisions()
                let decision = try await DecisionHandler.decision(name, in: memory)
                var inquiry = try inquiry(of: decision, in: context)
                inquiry.instant = instant
                inquiry.explain = inquiry.explain || explain
                return VerdictEncoder.json(try verdict(on: inquiry, caller, context), id: decision.id, nonce: nil).bytes
            }
        }
    }

    private static func inquiry(of decision: Decision, in context: APIContext) throws(Problem) -> Inquiry {
        guard let facts = decision.facts else {
            throw Problem(.questionNotRecorded, "Only decisions with a verdict can be evaluated again.")
        }
        guard let inputs = facts.inputs else {
            throw Problem(
                .questionNotRecorded,
                "The question is too long, or the client had too many denials to record their questions."
            )
        }
        do throws(ReplayFailure) {
            return try RecordedQuestion(inputs.question).inquiry(of: inputs, in: context).inquiry
        } catch {
            throw Problem(.questionNotRecorded, Problem.sentence(error.kind.summary))
        }
    }

    private static func verdict(
        on inquiry: Inquiry,
        _ caller: Caller,
        _ context: APIContext
    ) throws(Problem) -> Verdict {
        do throws(InquiryError) {
            return try context.evaluations.withoutFetches.verdict(
                on: inquiry,
                under: context.policies.snapshot,
                now: context.now().instant
            )
        } catch {
            // The request of today has no host that could be corrected.
            if case .hostRequired = error {
                throw Problem(.hostRequired, "The policy requires a host today, and the recorded question has none.")
            }
            throw Problem(error, mayRead: caller.mayRead)
        }
    }
}
