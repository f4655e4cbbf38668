import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustPolicies

/// POST /v1/evaluations: what the head of requests says of them, and the answers to their bodies.
///
/// A class, since every evaluation under way holds on to it: one reference instead of a copy of all that the context
/// has.
final class EvaluationHandler: Sendable {
    /// How long an answer may be reused at most, in seconds, whatever the certificates say.
    static let maximumAge: Int64 = 3600

    /// What the routes work with.
    let context: APIContext
    /// Whether the answer is to be text for people.
    let prefersText: Bool
    private let query: [HTTPQueryItem]
    private let form: RequestParameters

    /// Answers requests that have a head.
    init(_ head: HTTPRequestHead, _ context: APIContext) {
        self.context = context
        query = head.query
        let isPEM = MediaType.body(head.headers["Content-Type"]) == .pem
        form = RequestParameters(isPEM: isPEM, target: head.query.isEmpty ? [] : Array(head.target.utf8))
        prefersText = MediaType.prefersText(head)
    }

    /// Answers requests in JSON that ask for nothing but what their body says.
    init(_ context: APIContext) {
        self.context = context
        query = []
        form = RequestParameters(isPEM: false, target: [])
        prefersText = false
    }

    /// What answers the requests with a head.
    static func answer(to head: HTTPRequestHead, _ context: APIContext) -> Route.Answer {
        let handler = EvaluationHandler(head, context)
        return { body in handler.begin(body, worker: head.worker) }
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - body: the request's body.
    ///   - worker: who asks.
    ///   - given: the policies; nil for those in use.
    /// - Returns: the verdict as an answer.
    /// - Throws: ``Problem`` where there is none.
    func answer(_ body: [UInt8], worker: Int, under given: PolicySnapshot? = nil) throws(Problem) -> HTTPResponse {
        try begin(body, worker: worker, under: given).finish().get()
    }

    /// Gives an answer that was given before, or says what is to be done for one.
    private func begin(_ body: [UInt8], worker: Int, under given: PolicySnapshot? = nil) -> HTTPProgress<Route.Outcome>
    {
        let start = ContinuousClock.now
        let now = context.now()
        let serial = given?.serial ?? context.policies.serial
        let found =
            prefersText
            ? .nothing : context.verdicts.answer(to: body, form, worker: worker, under: serial, at: now.instant)
        if case .answer(let known) = found {
            let response = response(again: known, at: now, worker: worker)
            let took = ContinuousClock.now - start
            context.metrics.countVerdict(known.outcome, known.reasons, took: took, worker: worker)
            return .answer(.success(response))
        }
        let key: VerdictCache.Key? = if case .key(let key) = found { key } else { nil }
        let snapshot = given ?? context.policies.snapshot
        let took = ContinuousClock.now - start
        let run = EvaluationRun(
            handler: self,
            key: key,
            snapshot: snapshot,
            now: now,
            worker: worker,
            took: took
        )
        return .step { run.read(body) }
    }

    /// What a request asks, and whether its status shall tell the answer.
    func question(in body: [UInt8]) throws(Problem) -> (question: EvaluationRequest, failOnUntrusted: Bool) {
        let query = try RequestQuery(
            query,
            known: form.isPEM ? ["host", "policy", "at", "explain", "nonce", "failOnUntrusted"] : ["failOnUntrusted"]
        )
        let failOnUntrusted = try query.flag("failOnUntrusted")
        let question =
            form.isPEM
            ? try EvaluationRequest.decode(pem: body, query: query, chains: context.chains)
            : try EvaluationRequest.decode(json: body, chains: context.chains, evidence: context.evidenceDecoder)
        return (question, failOnUntrusted)
    }

    /// An answer that was given before, as if it were given for the first time.
    private func response(again known: CachedAnswer, at now: WallTime, worker: Int) -> HTTPResponse {
        let instant = known.instant ?? now.instant
        let id = context.ids.next(milliseconds: now.milliseconds, worker: worker)
        return Self.json(
            known.verdict.renewed(id: id, evaluatedAt: instant),
            status: known.status,
            reusableFor: Self.age(known.reusableUntil, from: instant)
        )
    }

    /// An answer in JSON.
    static func json(_ body: [UInt8], status: Int, reusableFor seconds: Int64?) -> HTTPResponse {
        let headers =
            switch seconds {
            case nil: unstored
            case maximumAge: reusable
            default: jsonHeaders(reusableFor: seconds)
            }
        return HTTPResponse(status: status, headers: headers, body: body)
    }

    /// The fields of nearly every answer, made once.
    private static let unstored = jsonHeaders(reusableFor: nil)
    private static let reusable = jsonHeaders(reusableFor: maximumAge)

    private static func jsonHeaders(reusableFor seconds: Int64?) -> HTTPHeaders {
        HTTPHeaders(fields: [
            HTTPField(own: "Content-Type", "application/json"),
            HTTPField(own: "Cache-Control", cacheControl(reusableFor: seconds)),
            APIResponder.noSniffing,
        ])
    }

    /// An answer in text for people.
    static func text(_ text: String, status: Int, reusableFor seconds: Int64?) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: [
                "Content-Type": "text/plain; charset=utf-8", "Cache-Control": cacheControl(reusableFor: seconds),
            ],
            body: Array(text.utf8)
        )
    }

    private static func cacheControl(reusableFor seconds: Int64?) -> String {
        seconds.map { "private, max-age=\($0)" } ?? "no-store"
    }

    /// How long an answer may be used again, in seconds; nil where it may not.
    static func age(_ reusableUntil: Instant?, from instant: Instant) -> Int64? {
        guard let reusableUntil else { return nil }
        return min(max(0, reusableUntil.secondsSince1970 - instant.secondsSince1970), maximumAge)
    }
}
