import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustPolicies

/// POST /v1/evaluations.
enum EvaluationHandler {
    /// How long an answer may be reused at most, in seconds, whatever the certificates say.
    static let maximumAge: Int64 = 3600

    static func evaluate(_ request: HTTPRequest, _ context: APIContext) throws(Problem) -> HTTPResponse {
        try evaluate(request, context, under: nil)
    }

    /// Answers a request by itself, or an item of a batch as if it came by itself; under the policies in use where none are
    /// given.
    static func evaluate(
        _ request: HTTPRequest,
        _ context: APIContext,
        under given: PolicySnapshot?
    ) throws(Problem) -> HTTPResponse {
        let start = ContinuousClock.now
        let now = context.now()
        let isPEM = MediaType.body(request.head.headers["Content-Type"]) == .pem
        let prefersText = MediaType.prefers("text/plain", accept: request.head.headers.values("Accept"))
        let serial = given?.serial ?? context.policies.serial
        let found =
            prefersText ? .nothing : context.verdicts.answer(to: request, isPEM: isPEM, under: serial, at: now.instant)
        if case .answer(let known) = found {
            let response = response(again: known, request.head, context, at: now)
            let took = ContinuousClock.now - start
            context.metrics.countVerdict(known.outcome, known.reasons, took: took, worker: request.head.worker)
            return response
        }
        let snapshot = given ?? context.policies.snapshot
        let (question, failOnUntrusted) = try question(in: request, isPEM: isPEM, context)
        let (verdict, stability) = try context.service.evaluate(question, under: snapshot, now: now.instant)
        let took = ContinuousClock.now - start
        context.metrics.countVerdict(
            verdict.outcome,
            verdict.reasons.map(\.code),
            took: took,
            worker: request.head.worker
        )
        let status = failOnUntrusted && verdict.action != .allow ? 403 : 200
        // Only a trusted verdict may be reused by clients, and only until it may change.
        let reusableUntil = verdict.outcome == .trusted && question.nonce == nil ? verdict.validUntil : nil
        let caching = cacheControl(reusableUntil, from: verdict.evaluatedAt)
        if prefersText { return text(VerdictEncoder.text(verdict), status: status, caching) }
        let id = context.ids.next(milliseconds: now.milliseconds, worker: request.head.worker)
        let encoded = VerdictEncoder.json(verdict, id: id, nonce: question.nonce)
        // A nonce is never sent twice.
        if case .key(let key) = found, question.nonce == nil, encoded.isRenewable {
            let answer = CachedAnswer(
                verdict,
                encoded,
                status: status,
                instant: question.instant,
                reusableUntil: reusableUntil,
                under: snapshot.serial,
                stability
            )
            context.verdicts.insert(answer, for: key)
        }
        return json(encoded.bytes, status: status, caching)
    }

    /// What a request asks, and whether its status shall tell the answer.
    private static func question(
        in request: HTTPRequest,
        isPEM: Bool,
        _ context: APIContext
    ) throws(Problem) -> (question: EvaluationRequest, failOnUntrusted: Bool) {
        let query = try RequestQuery(
            request.head.query,
            known: isPEM ? ["host", "policy", "at", "explain", "nonce", "failOnUntrusted"] : ["failOnUntrusted"]
        )
        let failOnUntrusted = try query.flag("failOnUntrusted")
        let question =
            isPEM
            ? try EvaluationRequest.decode(pem: request.body, query: query, chains: context.chains)
            : try EvaluationRequest.decode(
                json: request.body,
                chains: context.chains,
                evidence: context.evidenceDecoder
            )
        return (question, failOnUntrusted)
    }

    /// An answer that was given before, as if it were given for the first time.
    private static func response(
        again known: CachedAnswer,
        _ head: HTTPRequestHead,
        _ context: APIContext,
        at now: WallTime
    ) -> HTTPResponse {
        let instant = known.instant ?? now.instant
        let id = context.ids.next(milliseconds: now.milliseconds, worker: head.worker)
        return json(
            known.verdict.renewed(id: id, evaluatedAt: instant),
            status: known.status,
            cacheControl(known.reusableUntil, from: instant)
        )
    }

    private static func json(_ body: [UInt8], status: Int, _ caching: String) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: HTTPHeaders(fields: [
                HTTPField(own: "Content-Type", "application/json"), HTTPField(own: "Cache-Control", caching),
                APIResponder.noSniffing,
            ]),
            body: body
        )
    }

    private static func text(_ text: String, status: Int, _ caching: String) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": caching],
            body: Array(text.utf8)
        )
    }

    private static func cacheControl(_ reusableUntil: Instant?, from instant: Instant) -> String {
        guard let reusableUntil else { return "no-store" }
        let remaining = reusableUntil.secondsSince1970 - instant.secondsSince1970
        return remaining >= maximumAge ? longest : "private, max-age=\(max(0, remaining))"
    }

    private static let longest = "private, max-age=\(maximumAge)"
}
