import MicrohttpdServer

/// POST /v1/evaluations/batch: many evaluations in one request, each answered by itself, in order.
enum BatchHandler {
    /// How a request is answered whose head is not refused.
    ///
    /// - Parameters:
    ///   - head: the head, which has no query.
    ///   - context: what the routes work with.
    ///   - finish: counts an answer, and completes it.
    /// - Returns: how the body is taken apart, and how items are answered.
    static func batch(
        _ head: HTTPRequestHead,
        _ context: APIContext,
        finish: @escaping @Sendable (HTTPResponse, Problem?) -> HTTPResponse
    ) -> HTTPBatch {
        let form = BatchForm(head)
        let prefersText = MediaType.prefersText(head)
        let answers = BatchAnswers(context, form: form)
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
            lastWords: { answers.lastWords($0, at: $1) },
            ended: { end in
                context.metrics.batches.count(form, end)
                if end != .refused { _ = finish(response, nil) }
            }
        )
    }
}
