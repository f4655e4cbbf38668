import MicrohttpdServer
import TrustPolicies

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
        let answers = BatchAnswers(context, form: form)
        let response = HTTPResponse(
            status: 200,
            headers: ["Content-Type": form.mediaType, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"]
        )
        let splitter: any HTTPItemSplitter =
            switch form {
            case .array: ArraySplitter(answers) { finish($0.response, $0) }
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

    /// Answers a batch that is there as a whole, one item after another: for callers without a server.
    static func evaluate(_ request: HTTPRequest, _ context: APIContext) throws(Problem) -> HTTPResponse {
        let batch = batch(request.head, context) { response, _ in response }
        var splitter = batch.splitter
        var body = batch.brackets.opening
        var count = 0
        for part in [splitter.take(request.body), splitter.end()] {
            switch part {
            case .refused(let response): return response
            case .more(let items), .last(let items):
                for item in items {
                    if count > 0 { body += batch.brackets.separator }
                    body += item.answered { batch.answer($0, count) }
                    count += 1
                }
            }
            if case .last = part { break }
        }
        return HTTPResponse(status: 200, headers: batch.headers, body: body + batch.brackets.closing)
    }
}

extension HTTPItem {
    fileprivate func answered(_ answer: ([UInt8]) -> [UInt8]) -> [UInt8] {
        switch self {
        case .question(let question): answer(question)
        case .answer(let answer): answer
        }
    }
}
