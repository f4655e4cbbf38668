import MicrohttpdServer
import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// POST /v1/policy-sets/{name}/check: compares a candidate for a policy set with the set in use.
///
/// This is a class so that a check in progress retains one reference instead of a copy of the context.
final class CandidateHandler: Sendable {
    private let context: APIContext
    private let name: String
    private let author: PolicyWriter.Author
    private let query: [HTTPQueryItem]
    private let type: MediaType.Body?

    private init(_ head: HTTPRequestHead, of caller: Caller, _ context: APIContext) {
        self.context = context
        name = PolicySetPath.name(in: head.path)
        author = PolicyWriter.Author(name: caller.names, mayWriteScripts: caller.has(.writeScripts))
        query = head.query
        type = MediaType.body(head.headers["Content-Type"])
    }

    static func check(_ head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        let handler = CandidateHandler(head, of: caller, context)
        return { body, _ in
            let body = RequestBody(body)
            return .task { waiting async throws(HTTPFailure) in
                guard context.candidatePlaces.enter(handler.author.name) else { return .failure(Self.busy) }
                defer { context.candidatePlaces.leave(handler.author.name) }
                let body = body.consume()
                return try await waiting.work(HTTPWait(hasTimeLimit: false, heldBytes: body.count)) {
                    () async throws(HTTPFailure) in
                    try await handler.outcome(of: body)
                }
            }
        }
    }

    /// Reads a request, and compares the candidate, in parts between which others take their turns.
    private func outcome(of body: [UInt8]) async throws(HTTPFailure) -> Route.Outcome {
        guard PolicyName.isSetName(name), let writing = context.writing else {
            return .failure(
                Problem(.unknownPolicySet, "\(QuotedText.of(name)) is not a valid name of a policy set.")
            )
        }
        let request: CandidateRequest
        do throws(Problem) {
            request = try await self.request(in: body)
        } catch {
            return .failure(error)
        }
        guard !Task.isCancelled else { throw .stoppedSuspension }
        // The files are validated by the thread of writes.
        switch await writing.candidate(request.upload, name, author) {
        case .success(let candidate):
            return .success(try await response(comparing: candidate, on: request.questions))
        case .failure(let error): return .failure(Problem(error))
        }
    }

    private func request(in body: [UInt8]) async throws(Problem) -> CandidateRequest {
        let query = try RequestQuery(query, known: [CandidateRequest.decisionsParameter])
        let reader = CandidateRequestReader(
            set: name,
            type: type,
            chains: context.chains,
            evidence: context.evidenceDecoder
        )
        let decisions = query.text(CandidateRequest.decisionsParameter)
        if decisions != nil { _ = try context.askedDecisions() }
        return try await reader.request(body, decisions: decisions)
    }

    private func response(
        comparing candidate: PolicyWriter.Candidate,
        on questions: CandidateRequest.Questions
    ) async throws(HTTPFailure) -> HTTPResponse {
        var comparison = CandidateComparison(candidate, context.evaluations, at: context.now().instant)
        var summary = CandidateSummary(name: name)
        switch questions {
        case .sent(let inquiries):
            for (position, inquiry) in inquiries.enumerated() {
                guard try await summary.considers(isLate: comparison.isLate) else { break }
                comparison.compare(inquiry, id: "\(position)")
            }
        case .lastDecisions(let count):
            try await compare(await lastQuestions(count, under: candidate), in: &comparison, &summary)
        }
        guard !Task.isCancelled else { throw .stoppedSuspension }
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: summary.json(of: comparison)
        )
    }

    private func compare(
        _ recent: RecentQuestions,
        in comparison: inout CandidateComparison,
        _ summary: inout CandidateSummary
    ) async throws(HTTPFailure) {
        summary.withoutInputs = recent.withoutInputs
        for (decision, _, inputs) in recent.decisions {
            guard try await summary.considers(isLate: comparison.isLate) else { break }
            do throws(ReplayFailure) {
                try comparison.compare(inputs, id: decision.id.description) { () throws(ReplayFailure) in
                    try RecordedQuestion(inputs.question).inquiry(of: inputs, in: context).inquiry
                }
            } catch {
                summary.unreadable += 1
            }
        }
    }

    /// Returns the questions of the last decisions that the set can affect.
    private func lastQuestions(_ count: Int, under candidate: PolicyWriter.Candidate) async -> RecentQuestions {
        // A floor affects all hosts that it has a rule for, and the candidate can add some.
        let isFloor = candidate.live.floors?.name.hasSameBytes(as: name) == true
        let recent = await context.decisionMemory?.lastQuestions(ofAtMost: count) { facts in
            isFloor || facts.policy.set?.hasSameBytes(as: name) == true
        }
        return recent ?? RecentQuestions()
    }

    private static var busy: Problem {
        Problem(
            .tooManyWaitingRequests,
            "Another check of this client runs, or too many of others; send the request again later.",
            headers: ["Retry-After": "1"]
        )
    }
}
