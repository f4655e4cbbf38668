import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// One evaluation in progress: decodes the request, decides, and encodes the verdict.
struct EvaluationRun {
    let handler: EvaluationHandler
    /// The key under which the response is cached; nil if the request is new, or its response is not cached.
    let key: AnswerCache.Key?
    let snapshot: PolicySnapshot
    let asker: Asker

    func outcome(of body: RequestBody, _ waiting: any HTTPWaiting) async throws(HTTPFailure) -> Route.Outcome {
        var asker = asker
        let (inquiry, wishes): (Inquiry, Wishes)
        do throws(Problem) {
            let (request, failOnUntrusted) = try handler.question(in: body.consume())
            (inquiry, wishes) = (request.inquiry, Wishes(request, failOnUntrusted))
        } catch {
            return .failure(error)
        }
        // The requests of other clients are decoded before this one is evaluated (``HTTPAnswer``).
        let stopwatch = handler.context.evaluations.decisions.stopwatch
        asker.stopwatch.pause(at: stopwatch())
        await Task.yield()
        guard !Task.isCancelled else { throw .stoppedSuspension }
        asker.stopwatch.resume(at: stopwatch())
        do throws(InquiryError) {
            let decision = try await handler.context.evaluations.decision(
                on: consume inquiry,
                of: asker,
                under: snapshot,
                in: RequestPlace(waiting)
            )
            return .success(response(decision, wishes))
        } catch {
            let problem = try Problem(error)
            return .failure(handler.mayRead ? problem.forReaders : problem)
        }
    }

    /// The parameters of a response.
    private struct Wishes {
        let instant: Instant?
        let nonce: String?
        let include: Set<EvaluationRequest.Inclusion>
        let failOnUntrusted: Bool

        init(_ request: EvaluationRequest, _ failOnUntrusted: Bool) {
            (instant, nonce, include) = (request.inquiry.instant, request.nonce, request.include)
            self.failOnUntrusted = failOnUntrusted
        }
    }

    private func response(_ decision: DecidedVerdict, _ wishes: Wishes) -> HTTPResponse {
        let (verdict, validity) = (decision.verdict, decision.validity)
        let status = wishes.failOnUntrusted && verdict.action != .allow ? 403 : 200
        // Clients may reuse only a trusted verdict, and only until the verdict can change.
        let isReusable = verdict.outcome == .trusted && wishes.nonce == nil && validity != nil
        let reusableUntil = isReusable ? verdict.validUntil : nil
        let age = handler.age(
            reusableUntil,
            from: verdict.evaluatedAt,
            scriptedEnd: validity?.scriptedEnd,
            at: asker.time.instant
        )
        if handler.prefersText {
            return HTTPResponse(
                status: status,
                headers: VerdictFields.text(decision.facts, decision.id, reusableFor: age),
                body: Array(VerdictText.lines(of: verdict).utf8)
            )
        }
        let encoded = VerdictEncoder.json(verdict, id: decision.id, nonce: wishes.nonce, including: wishes.include)
        // Never cache a verdict with a nonce: clients use each nonce once.
        if let key, let validity, wishes.nonce == nil, encoded.isRenewable {
            let answer = CachedAnswer(
                decision.facts,
                validity,
                as: .json(encoded),
                status: status,
                instant: wishes.instant,
                reusableUntil: reusableUntil
            )
            handler.context.answers.insert(answer, for: key)
        }
        let headers = VerdictFields.json(decision.facts, reusableFor: age)
        return HTTPResponse(status: status, headers: headers, body: encoded.bytes)
    }
}
