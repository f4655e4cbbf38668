import MicrohttpdServer
import TrustModel
import TrustPolicies

/// POST /v1/evaluations.
enum EvaluationHandler {
    /// How long an answer may be reused at most, in seconds, whatever the certificates say.
    static let maximumAge: Int64 = 3600

    static func evaluate(_ request: HTTPRequest, _ context: APIContext) throws(Problem) -> HTTPResponse {
        let start = ContinuousClock.now
        let isPEM = MediaType.body(request.head.headers["Content-Type"]) == .pem
        let known =
            isPEM ? ["host", "policy", "at", "explain", "nonce", "failOnUntrusted"] : ["failOnUntrusted"]
        let query = try RequestQuery(request.head.query, known: known)
        let failOnUntrusted = try query.flag("failOnUntrusted")
        let question =
            isPEM
            ? try EvaluationRequest.decode(pem: request.body, query: query, chains: context.chains)
            : try EvaluationRequest.decode(
                json: request.body,
                chains: context.chains,
                evidence: context.evidenceDecoder
            )
        let now = context.now()
        let verdict = try context.service.evaluate(question, under: context.policies.snapshot, now: now.instant)
        context.metrics.countVerdict(verdict, took: ContinuousClock.now - start)
        let status = failOnUntrusted && verdict.action != .allow ? 403 : 200
        return response(verdict, to: question, status: status, accept: request.head.headers.values("Accept"), at: now)
    }

    private static func response(
        _ verdict: Verdict,
        to question: EvaluationRequest,
        status: Int,
        accept: [String],
        at now: WallTime
    ) -> HTTPResponse {
        let caching = ("Cache-Control", cacheControl(verdict, question, now: now.instant))
        if MediaType.prefers("text/plain", accept: accept) {
            return HTTPResponse(
                status: status,
                headers: HTTPHeaders([("Content-Type", "text/plain; charset=utf-8"), caching]),
                body: Array(VerdictEncoder.text(verdict).utf8)
            )
        }
        let id = DecisionID(milliseconds: now.milliseconds)
        return HTTPResponse(
            status: status,
            headers: HTTPHeaders([("Content-Type", "application/json"), caching]),
            body: VerdictEncoder.json(verdict, id: id, nonce: question.nonce)
        )
    }

    /// Only a trusted verdict may be reused, and only until it may change.
    private static func cacheControl(_ verdict: Verdict, _ question: EvaluationRequest, now: Instant) -> String {
        guard verdict.outcome == .trusted, question.nonce == nil, let validUntil = verdict.validUntil else {
            return "no-store"
        }
        let remaining = validUntil.secondsSince1970 - verdict.evaluatedAt.secondsSince1970
        return "private, max-age=\(max(0, min(remaining, maximumAge)))"
    }
}
