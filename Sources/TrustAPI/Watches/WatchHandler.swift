import MicrohttpdServer
import StructuredDocuments
import TrustModel
import TrustPolicies
import TrustService

/// POST /v1/watches: evaluates a chain, and reports each change of the action or the principal as an event.
enum WatchHandler {
    static func answer(to head: HTTPRequestHead, _ caller: Caller, _ service: WatchService) -> Route.Answer {
        let request = WatchRequest(
            service: service,
            handler: EvaluationHandler(head, of: caller, service.context, on: .watches),
            credentials: service.context.clients.credentials(of: head),
            client: WatchPlaces.Client(caller.share, head.peer),
            worker: head.worker
        )
        return { body, trace in
            let body = RequestBody(body)
            return .task { waiting async throws(HTTPFailure) in try await request.outcome(of: body, trace, waiting) }
        }
    }

    /// The header fields of an event stream.
    static let headers = HTTPHeaders(fields: [
        HTTPField(own: "Content-Type", "text/event-stream"), HTTPField(own: "Cache-Control", "no-store"),
        // A proxy such as nginx must not hold events back.
        HTTPField(own: "X-Accel-Buffering", "no"), APIResponder.noSniffing,
    ])
}

/// The requests for watches with one head.
private struct WatchRequest {
    let service: WatchService
    let handler: EvaluationHandler
    let credentials: CallerCredentials
    let client: WatchPlaces.Client
    let worker: Int

    func outcome(
        of body: RequestBody,
        _ trace: TraceContext?,
        _ waiting: any HTTPWaiting
    ) async throws(HTTPFailure) -> Route.Outcome {
        let context = service.context
        let (watch, inquiry): (Watch, Inquiry)
        do throws(Problem) { (watch, inquiry) = try self.watch(in: body.consume(), trace) } catch {
            return .failure(error)
        }
        do throws(InquiryError) {
            let verdict = try await context.evaluations.watched(
                inquiry,
                of: context.asker(handler.place, trace, worker: worker),
                under: context.policies.snapshot,
                in: RequestPlace(waiting),
                after: nil
            )
            return .success(response(watch, verdict))
        } catch {
            let problem = try Problem(error)
            return .failure(handler.mayRead ? problem.forReaders : problem)
        }
    }

    /// Takes a place, and decodes the request.
    private func watch(in body: [UInt8], _ trace: TraceContext?) throws(Problem) -> (Watch, Inquiry) {
        let reserved = try place()
        let question = try question(in: body)
        let sha256 = service.context.evaluations.documents.sha256
        let inquiry = KeptInquiry(question.inquiry, in: service.shared, sha256: sha256)
        try counted { () throws(Problem) in try reserved.charge(inquiry.memory) }
        let set: String? = if case .named(let name) = question.inquiry.policy { name.set } else { nil }
        let watch = Watch(
            inquiry,
            policySet: set,
            place: handler.place,
            trace: trace,
            credentials: credentials,
            include: question.include,
            reserved: reserved
        )
        return (watch, question.inquiry)
    }

    private func response(_ watch: Watch, _ verdict: WatchedVerdict) -> HTTPResponse {
        var response = HTTPResponse(status: 200, headers: WatchHandler.headers)
        // The first outcome is always another one than none.
        response.events = verdict.decision.map { service.events(watch, first: $0, verdict) }
        return response
    }

    private func place() throws(Problem) -> WatchPlace {
        try counted { () throws(Problem) in try service.places.take(for: client) }
    }

    private func counted<Value>(_ body: () throws(Problem) -> Value) throws(Problem) -> Value {
        do throws(Problem) { return try body() } catch {
            service.context.metrics.watches.countRefused(error.code)
            throw error
        }
    }

    /// Decodes a request, in which the members that have no meaning for a watch are errors.
    private func question(in body: [UInt8]) throws(Problem) -> EvaluationRequest {
        let (question, failOnUntrusted) = try handler.question(in: body)
        if question.inquiry.instant != nil {
            throw refusal(of: "at", "a watch is always evaluated at the present time: remove it")
        }
        if question.nonce != nil { throw refusal(of: "nonce", "a watch has several verdicts: remove it") }
        if failOnUntrusted {
            throw refusal(of: "failOnUntrusted", "the status of a watch does not depend on its verdicts: remove it")
        }
        return question
    }

    private func refusal(of name: String, _ detail: String) -> Problem {
        let isInQuery = handler.query.contains { $0.name.hasSameBytes(as: name) }
        let pointer = isInQuery ? "/query/\(name)" : "/\(name)"
        return Problem(
            .invalidRequest,
            Problem.sentence("\(pointer): \(detail)"),
            errors: [DocumentIssue(pointer: pointer, detail: detail)]
        )
    }
}
