import Dispatch
import MicrohttpdServer
import Synchronization

extension HTTPAdmission {
    /// Returns the response to a request with a body; batch items are evaluated one after another.
    func answer(to body: [UInt8]) -> HTTPResponse {
        switch self {
        case .refused(let response): response
        case .whole(let answerer, _): answerer(body).finish(orElse: HTTPResponse(status: 0))
        case .items(let batch): batch.answer(toAll: body)
        }
    }
}

extension HTTPProgress {
    /// Returns the answer; waits up to ten seconds for each promise, and returns `missing` if there is no answer.
    func finish(orElse missing: Answer) -> Answer {
        switch run() {
        case .answer(let answer): return answer
        case .step: return missing
        case .later(_, let start):
            switch Self.await(start) {
            case .answer(let answer): return answer
            case .step(let step): return step().finish(orElse: missing)
            case .released, nil: return missing
            }
        }
    }

    private static func `await`(_ start: (HTTPPromise<Answer>) -> Void) -> HTTPFulfillment<Answer>? {
        let received = Received<Answer>()
        start(
            HTTPPromise { fulfillment in
                received.fulfillment.withLock { $0 = fulfillment }
                received.isComplete.signal()
            }
        )
        _ = received.isComplete.wait(timeout: .now() + 10)
        return received.fulfillment.withLock { $0 }
    }
}

private final class Received<Answer: Sendable>: Sendable {
    let fulfillment = Mutex<HTTPFulfillment<Answer>?>(nil)
    let isComplete = DispatchSemaphore(value: 0)
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
