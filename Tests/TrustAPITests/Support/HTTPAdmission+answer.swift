import MicrohttpdServer
import TrustTestSupport

extension HTTPAdmission {
    /// Returns the response to a request with a body; batch items are evaluated one after another.
    func answer(to body: [UInt8], _ trace: TraceContext? = nil) -> HTTPResponse {
        switch self {
        case .refused(let response): response
        case .whole(let answerer, _): answerer(body, trace).finish(orElse: HTTPResponse(status: 0))
        case .items(let batch): batch.answer(toAll: body)
        }
    }
}

extension HTTPAnswer {
    /// Returns the answer; runs a task on this thread, and returns `missing` if it fails.
    func finish(orElse missing: Answer) -> Answer {
        switch self {
        case .now(let answer): answer
        case .task(let compute): CallingThread().run { (try? await compute(UnlimitedWaiting())) ?? missing }
        }
    }
}

/// Permits every wait.
private struct UnlimitedWaiting: HTTPWaiting {
    func beginWait(_ wait: HTTPWait) throws(HTTPFailure) {}
    func endWait() throws(HTTPFailure) {}
}

extension HTTPBatch {
    fileprivate func answer(toAll request: [UInt8]) -> HTTPResponse {
        var splitter = splitter
        var body = brackets.opening
        var count = 0
        for part in [splitter.take(request), splitter.end()] {
            switch part {
            case .refused(let response): return response
            case .more(let items), .last(let items):
                for item in items {
                    if count > 0 { body += brackets.separator }
                    switch item {
                    case .question(let question): body += answer(question, count).finish(orElse: [])
                    case .answer(let answer): body += answer
                    }
                    count += 1
                }
            }
            if case .last = part { break }
        }
        return HTTPResponse(status: 200, headers: headers, body: body + brackets.closing)
    }
}
