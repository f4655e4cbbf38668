import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustPolicies

/// One evaluation on its way to its answer: a step to read what is asked, and one to evaluate it and tell the verdict.
struct EvaluationRun {
    /// What the request's head said.
    let handler: EvaluationHandler
    /// What the answer is remembered by; nil where it is not.
    let key: VerdictCache.Key?
    /// The policies.
    let snapshot: PolicySnapshot
    /// The time that the request came at.
    let now: WallTime
    /// Who asks.
    let worker: Int
    /// The time that was spent on it so far, without that spent on others meanwhile.
    var took: Duration

    /// Reads what is asked, certificates included.
    func read(_ body: [UInt8]) -> HTTPProgress<Route.Outcome> {
        let start = ContinuousClock.now
        do throws(Problem) {
            let (question, failOnUntrusted) = try handler.question(in: body)
            var next = self
            next.took += ContinuousClock.now - start
            return .step { [next] in
                .answer(Route.Outcome { () throws(Problem) in try next.evaluate(question, failOnUntrusted) })
            }
        } catch {
            return .answer(.failure(error))
        }
    }

    /// Comes to the verdict, and puts it into words.
    private func evaluate(_ question: EvaluationRequest, _ failOnUntrusted: Bool) throws(Problem) -> HTTPResponse {
        let start = ContinuousClock.now
        let (verdict, stability) = try handler.context.service.evaluate(question, under: snapshot, now: now.instant)
        let took = took + (ContinuousClock.now - start)
        handler.context.metrics.countVerdict(verdict.outcome, verdict.reasons.map(\.code), took: took, worker: worker)
        let status = failOnUntrusted && verdict.action != .allow ? 403 : 200
        // Only a trusted verdict may be reused by clients, and only until it may change.
        let reusableUntil = verdict.outcome == .trusted && question.nonce == nil ? verdict.validUntil : nil
        let age = EvaluationHandler.age(reusableUntil, from: verdict.evaluatedAt)
        if handler.prefersText {
            return EvaluationHandler.text(VerdictText.lines(of: verdict), status: status, reusableFor: age)
        }
        let id = handler.context.ids.next(milliseconds: now.milliseconds, worker: worker)
        let encoded = VerdictEncoder.json(verdict, id: id, nonce: question.nonce)
        // A nonce is never sent twice.
        if let key, question.nonce == nil, encoded.isRenewable, verdict.isRepeatable {
            let answer = CachedAnswer(
                verdict,
                encoded,
                status: status,
                instant: question.instant,
                reusableUntil: reusableUntil,
                under: snapshot.serial,
                stability
            )
            handler.context.verdicts.insert(answer, for: key)
        }
        return EvaluationHandler.json(encoded.bytes, status: status, reusableFor: age)
    }
}
