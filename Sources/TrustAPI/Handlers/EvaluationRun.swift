import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustPolicies

/// One evaluation in progress: decodes the request, evaluates it, waits for evidence and encodes the verdict.
struct EvaluationRun {
    let handler: EvaluationHandler
    /// The key under which the verdict is cached; nil if the verdict is not cached.
    let key: VerdictCache.DigestKey?
    let snapshot: PolicySnapshot
    /// The time at which the request arrived.
    let now: WallTime
    let worker: Int
    /// The time spent on this request so far, excluding time spent on other requests between its parts.
    let took: Duration

    func outcome(of body: RequestBody, _ waiting: any HTTPWaiting) async throws(HTTPFailure) -> Route.Outcome {
        let decoding = ContinuousClock.now
        var (request, failOnUntrusted) = (EvaluationRequest?.none, false)
        do throws(Problem) {
            (request, failOnUntrusted) = try handler.question(in: body.take())
        } catch {
            return .failure(error)
        }
        var took = took + (ContinuousClock.now - decoding)
        // The requests of other clients are decoded before this one is evaluated (``HTTPAnswer``).
        await Task.yield()
        guard let wishes = request.map({ Wishes($0, failOnUntrusted) }), !Task.isCancelled else {
            throw .stoppedSuspension
        }
        let evaluation = ContinuousClock.now
        let first: EvaluationRound
        do throws(Problem) {
            first = try begin(&request)
        } catch {
            return .failure(handler.mayRead ? error.forReaders : error)
        }
        took += ContinuousClock.now - evaluation
        let outcome = try await handler.context.service.complete(first, waiting)
        return outcome.map { response($0.evaluated, wishes, took: took + $0.later) }
    }

    /// Evaluates a request, and keeps nothing of it but what its next rounds need.
    private func begin(_ request: inout EvaluationRequest?) throws(Problem) -> EvaluationRound {
        guard let taken = request.take() else { throw Problem(.internalFailure, "The request was evaluated before.") }
        return try handler.context.service.begin(taken, of: handler.share, under: snapshot, now: now.instant)
    }

    /// The parameters of a response.
    private struct Wishes {
        let instant: Instant?
        let nonce: String?
        let include: Set<EvaluationRequest.Inclusion>
        let failOnUntrusted: Bool

        init(_ request: EvaluationRequest, _ failOnUntrusted: Bool) {
            (instant, nonce, include) = (request.instant, request.nonce, request.include)
            self.failOnUntrusted = failOnUntrusted
        }
    }

    /// Encodes a verdict; `took` excludes the time for which the request waited.
    private func response(
        _ evaluated: EvaluationService.Evaluated,
        _ wishes: Wishes,
        took: Duration
    ) -> HTTPResponse {
        let (verdict, basis) = evaluated
        handler.context.metrics.count(verdict, took: took, worker: worker)
        let status = wishes.failOnUntrusted && verdict.action != .allow ? 403 : 200
        // Clients may reuse only a trusted verdict, and only until the verdict can change.
        let isReusable = verdict.outcome == .trusted && wishes.nonce == nil && verdict.isRepeatable
        let reusableUntil = isReusable ? verdict.validUntil : nil
        let age = EvaluationHandler.age(reusableUntil, from: verdict.evaluatedAt)
        if handler.prefersText {
            return EvaluationHandler.text(VerdictText.lines(of: verdict), status: status, reusableFor: age)
        }
        let id = handler.context.ids.next(milliseconds: now.milliseconds, worker: worker)
        let encoded = VerdictEncoder.json(verdict, id: id, nonce: wishes.nonce, including: wishes.include)
        // Never cache a verdict with a nonce: clients use each nonce once.
        if let key, wishes.nonce == nil, encoded.isRenewable, verdict.isRepeatable {
            let answer = CachedAnswer(
                verdict,
                encoded,
                status: status,
                instant: wishes.instant,
                reusableUntil: reusableUntil,
                under: snapshot.serial,
                basis,
                from: now.instant
            )
            handler.context.verdicts.insert(answer, for: key)
        }
        return EvaluationHandler.json(encoded.bytes, status: status, reusableFor: age)
    }
}
