import Synchronization
import TrustEvaluation
import TrustEvidence

/// A fetcher whose responses a test gives, at once or later.
final class FakeFetcher: EvidenceFetching {
    typealias Responder = @Sendable (EvidenceRequest) -> EvidenceResponse?

    private struct State {
        var requests: [EvidenceRequest] = []
        var waiting: [Int: (request: EvidenceRequest, wait: Wait<EvidenceResponse>)] = [:]
        var canceled = 0
        var isFull = false
        /// The requests that wait for others.
        var queue: [@Sendable () -> Void] = []
        var responder: Responder = { _ in nil }
    }

    private let state = Mutex(State())

    var requests: [EvidenceRequest] { state.withLock { $0.requests } }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    var canceledCount: Int { state.withLock { $0.canceled } }

    /// Answers the following requests; without a response, a request waits for ``respond(_:)``.
    func answer(_ responder: @escaping Responder) {
        state.withLock { $0.responder = responder }
    }

    /// Lets the following requests wait for others instead of being sent.
    func fill() {
        state.withLock { $0.isFull = true }
    }

    /// Sends the requests that wait for others, and the following ones at once.
    func empty() {
        let queue = state.withLock { state in
            defer { (state.isFull, state.queue) = (false, []) }
            return state.queue
        }
        for onBegin in queue { onBegin() }
    }

    func fetch(_ request: EvidenceRequest, onBegin: @escaping @Sendable () -> Void) async -> EvidenceResponse {
        let (number, responder) = state.withLock { state in
            state.requests.append(request)
            return (state.requests.count, state.responder)
        }
        let isQueued = state.withLock { state in
            if state.isFull { state.queue.append(onBegin) }
            return state.isFull
        }
        if !isQueued { onBegin() }
        if let response = responder(request) { return response }
        let wait = Wait<EvidenceResponse>()
        state.withLock { $0.waiting[number] = (request, wait) }
        if let response = await wait.value { return response }
        state.withLock { if $0.waiting.removeValue(forKey: number) != nil { $0.canceled += 1 } }
        return .failure(.canceled, .fetcher)
    }

    /// Answers the waiting requests for which there is a response.
    func respond(_ responder: Responder) {
        let waiting = state.withLock { $0.waiting.sorted { $0.key < $1.key } }
        for (number, (request, wait)) in waiting {
            guard let response = responder(request) else { continue }
            let isWaiting = state.withLock { $0.waiting.removeValue(forKey: number) != nil }
            if isWaiting { wait.end(response) }
        }
    }
}

extension EvidenceResponse {
    static func body(_ bytes: [UInt8], maximumAge: Int64? = nil) -> EvidenceResponse {
        EvidenceResponse(.body(bytes, maximumAge: maximumAge), milliseconds: 7)
    }

    static func failure(_ code: FetchFailureCode, _ scope: FailureScope = .location) -> EvidenceResponse {
        EvidenceResponse(.failure(code, scope), milliseconds: 3)
    }
}
