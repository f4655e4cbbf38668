import MicrohttpdServer
import TrustPolicies

/// POST /v1/evaluations/batch: many independent evaluations in one request, with results in request order.
enum BatchHandler {
    /// Returns the batch for an admitted request without a query; `finish` counts and completes a response.
    static func batch(
        for head: HTTPRequestHead,
        from caller: Caller,
        in context: APIContext,
        finish: @escaping @Sendable (HTTPResponse, Problem?) -> HTTPResponse
    ) -> HTTPBatch {
        let form = BatchForm(head)
        let prefersText = MediaType.prefersText(head)
        let answers = BatchAnswers(to: head, of: caller, in: context, form: form)
        let response = HTTPResponse(
            status: 200,
            headers: HTTPHeaders(fields: [
                HTTPField(own: "Content-Type", form.mediaType), HTTPField(own: "Cache-Control", "no-store"),
                APIResponder.noSniffing,
            ])
        )
        let splitter: any HTTPItemSplitter =
            switch form {
            case .array: ArraySplitter(answers) { finish($0.response(asText: prefersText), $0) }
            case .lines: LineSplitter(answers)
            }
        return HTTPBatch(
            headers: response.headers,
            splitter: splitter,
            answersEarly: form == .lines,
            maximumBodyBytes: form == .array ? context.batchLimits.bytes : nil,
            brackets: form.brackets,
            answer: { answers.answer($0, at: $1) },
            failure: { answers.problem(Problem($0), at: $1) },
            lastWords: { answers.lastWords($0, at: $1) },
            revision: { context.policies.blockRevision },
            ended: { end in
                context.metrics.batches.count(form, end)
                if end != .refused { _ = finish(response, nil) }
            }
        )
    }
}
