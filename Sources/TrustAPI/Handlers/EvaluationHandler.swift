import MicrohttpdServer
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustPolicies
import TrustService

/// POST /v1/evaluations: stores the parameters from a request head, and evaluates every body sent with that head.
///
/// This is a class so that every evaluation in progress retains one reference instead of a copy of the context.
final class EvaluationHandler: Sendable {
    let context: APIContext
    /// The route and the client.
    let place: DecisionPlace
    /// Whether the client may learn the names of policies from problems.
    let mayRead: Bool
    /// Whether the client prefers a `text/plain` response.
    let prefersText: Bool
    let query: [HTTPQueryItem]
    private let parameters: RequestParameters
    /// The Content-Type of a form; nil for other bodies.
    private let formType: String?

    /// Creates a handler for one of the routes that take the same requests.
    init(
        _ head: HTTPRequestHead,
        of caller: Caller,
        _ context: APIContext,
        on route: DecisionPlace.Route = .evaluations
    ) {
        self.context = context
        place = DecisionPlace(route, of: caller, head)
        mayRead = caller.mayRead
        query = head.query
        let contentType = head.headers["Content-Type"]
        let body = MediaType.body(contentType)
        formType = body == .form ? contentType : nil
        parameters = RequestParameters(isPEM: body == .pem, target: head.query.isEmpty ? [] : Array(head.target.utf8))
        prefersText = MediaType.prefersText(head)
    }

    /// Creates a handler for the items of a batch: JSON requests without a query.
    ///
    /// If denials are marked, a response about a chain that is not allowed has the status 403.
    init(
        itemsOf head: HTTPRequestHead,
        of caller: Caller,
        _ context: APIContext,
        marksDenials: Bool = false
    ) {
        self.context = context
        place = DecisionPlace(.batch, of: caller, head)
        mayRead = caller.mayRead
        query = marksDenials ? [HTTPQueryItem(name: "failOnUntrusted", value: "1")] : []
        parameters = RequestParameters(isPEM: false, target: [])
        formType = nil
        prefersText = false
    }

    static func answer(to head: HTTPRequestHead, _ caller: Caller, _ context: APIContext) -> Route.Answer {
        let handler = EvaluationHandler(head, of: caller, context)
        return { body, trace in handler.answer(to: body, trace, worker: head.worker) }
    }

    /// Returns a cached response, or the task of an evaluation, by default under the current policies.
    func answer(
        to body: [UInt8],
        _ trace: TraceContext?,
        worker: Int,
        under given: PolicySnapshot? = nil
    ) -> HTTPAnswer<Route.Outcome> {
        let asker = context.asker(place, trace, worker: worker)
        let given = given.map(context.policies.current)
        let serial = given?.serial ?? context.policies.serial
        // Do not look up forms by their bytes: clients choose a new boundary for each, so the bytes never repeat.
        var found = AnswerCache.Found.nothing
        if !prefersText, formType == nil {
            let exactKey = AnswerCacheKey(body: body, parameters: parameters)
            found = context.answers.answer(
                to: exactKey,
                worker: worker,
                under: serial,
                at: asker.time.instant,
                unless: { context.evaluations.completesShadow(of: $0) }
            )
        }
        if case .answer(let known) = found, case .json(let verdict) = known.form {
            return .now(response(again: known, verdict, by: asker))
        }
        let key: AnswerCache.Key? = if case .repeated(let key) = found { key } else { nil }
        let run = EvaluationRun(handler: self, key: key, snapshot: given ?? context.policies.snapshot, asker: asker)
        let body = RequestBody(body)
        return .task { waiting async throws(HTTPFailure) in try await run.outcome(of: body, waiting) }
    }

    /// Decodes a request; `failOnUntrusted` requests status 403 for every action except `allow`.
    func question(in body: [UInt8]) throws(Problem) -> (question: EvaluationRequest, failOnUntrusted: Bool) {
        let isJSON = !parameters.isPEM && formType == nil
        let form = if let formType { try EvaluationForm(body, contentType: formType) } else { EvaluationForm?.none }
        let query = try RequestQuery(
            query,
            fields: form?.fields ?? [],
            known: isJSON ? ["failOnUntrusted"] : Self.parameterNames
        )
        let failOnUntrusted = try query.flag("failOnUntrusted")
        guard !isJSON else {
            let question = try EvaluationRequest.decode(
                json: body,
                chains: context.chains,
                evidence: context.evidenceDecoder
            )
            return (question, failOnUntrusted)
        }
        let question = try EvaluationRequest.decode(query: query) { () throws(Problem) in
            if let form { return try context.chains.chain(in: form.files) }
            return try context.chains.chain(in: body, pointer: "")
        }
        return (question, failOnUntrusted)
    }

    /// The parameters of a request that is not JSON.
    private static let parameterNames = ["host", "policy", "at", "explain", "include", "nonce", "failOnUntrusted"]

    /// Returns a cached response with a new identifier and time.
    private func response(again known: CachedAnswer, _ verdict: EncodedVerdict, by asker: Asker) -> Route.Outcome {
        let now = asker.time.instant
        let instant = known.instant ?? now
        let id: DecisionID
        do throws(InquiryError) { id = try context.evaluations.decisions.again(known.facts, by: asker) } catch {
            return .failure(Problem(ofUnanswered: error))
        }
        return .success(
            HTTPResponse(
                status: known.status,
                headers: VerdictFields.json(
                    known.facts,
                    reusableFor: age(
                        known.reusableUntil,
                        from: instant,
                        scriptedEnd: known.validity.scriptedEnd,
                        at: now
                    )
                ),
                body: verdict.renewed(id: id, evaluatedAt: instant)
            )
        )
    }

    /// Returns how long clients may reuse a response with a verdict for an instant, in seconds; nil if they may not.
    ///
    /// Scripts limit the time from `now`, the time of the clock.
    func age(
        _ reusableUntil: Instant?,
        from instant: Instant,
        scriptedEnd: Instant?,
        at now: Instant
    ) -> Int64? {
        guard let reusableUntil else { return nil }
        let rest = reusableUntil.secondsSince1970 - instant.secondsSince1970
        let scripted = scriptedEnd.map { $0.secondsSince1970 - now.secondsSince1970 } ?? rest
        return min(max(0, min(rest, scripted)), context.longestReuse)
    }
}
