import Dispatch
import MicrohttpdServer
import Synchronization

extension HTTPAdmission {
    /// Returns the response to a request with a body; batch items are evaluated one after another.
    func answer(to body: [UInt8]) -> HTTPResponse {
        switch self {
        case .refused(let response): response
        case .whole(let answerer, _): answerer(body).finish()
        case .deferred(let answerer): Self.await { answerer(body, $0) }
        case .items(let batch): batch.answer(toAll: body)
        }
    }

    /// Waits up to ten seconds for a promise; a missing response has status 0.
    private static func `await`(_ start: (HTTPResponsePromise) -> Void) -> HTTPResponse {
        final class Received: Sendable {
            let response = Mutex<HTTPResponse?>(nil)
            let isComplete = DispatchSemaphore(value: 0)
        }
        let received = Received()
        start(
            HTTPResponsePromise { response in
                received.response.withLock { $0 = response }
                received.isComplete.signal()
            }
        )
        _ = received.isComplete.wait(timeout: .now() + 10)
        return received.response.withLock { $0 } ?? HTTPResponse(status: 0)
    }
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
                    case .question(let question): body += answer(question, count)
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
