import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustPolicies

/// One evaluation in progress: the first step decodes the request, the second evaluates it and encodes the verdict.
struct EvaluationRun {
    let handler: EvaluationHandler
    /// The key under which the verdict is cached; nil if the verdict is not cached.
    let key: VerdictCache.DigestKey?
    let snapshot: PolicySnapshot
    /// The time at which the request arrived.
    let now: WallTime
    let worker: Int
    /// The time spent on this request so far, excluding time spent on other requests between its steps.
    var took: Duration

    /// Decodes the request, including its certificates.
    func read(_ body: [UInt8]) -> HTTPProgress<Route.Outcome> {
        let start = ContinuousClock.now
        do throws(Problem) {
            let (question, failOnUntrusted) = try handler.question(in: body)
            var next = self
            next.took += ContinuousClock.now - start
            return .step { [next] in next.evaluate(question, failOnUntrusted) }
        } catch {
            return .answer(.failure(error))
        }
    }

    private func evaluate(_ question: EvaluationRequest, _ failOnUntrusted: Bool) -> HTTPProgress<Route.Outcome> {
        let start = ContinuousClock.now
        do throws(Problem) {
            let progress = try handler.context.service.begin(
                question,
                of: handler.share,
                under: snapshot,
                now: now.instant
            )
            let took = took + (ContinuousClock.now - start)
            let wishes = Wishes(question, failOnUntrusted)
            if case .answer(let outcome) = progress {
                return .answer(outcome.map { response($0.evaluated, wishes, took: took + $0.later) })
            }
            return progress.map { outcome in
                outcome.map { response($0.evaluated, wishes, took: took + $0.later) }
            }
        } catch {
            return .answer(.failure(handler.mayRead ? error.forReaders : error))
        }
    }

    /// The parameters of a response; a request that waits keeps nothing else of its body.
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
        let (verdict, lifetime) = evaluated
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
                lifetime,
                from: now.instant
            )
            handler.context.verdicts.insert(answer, for: key)
        }
        return EvaluationHandler.json(encoded.bytes, status: status, reusableFor: age)
    }
}
