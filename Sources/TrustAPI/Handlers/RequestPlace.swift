import MicrohttpdServer
import TrustEvidence
import TrustService

/// The place where a request waits, which the HTTP server limits.
struct RequestPlace: WaitingPlace {
    private let waiting: any HTTPWaiting

    init(_ waiting: any HTTPWaiting) {
        self.waiting = waiting
    }

    func wait<Value: Sendable>(
        of share: ClientShare,
        keeping bytes: Int,
        for operation: () async -> Value
    ) async throws -> Value {
        try await waiting.wait(HTTPWait(share: share.waiting, heldBytes: bytes), for: operation)
    }
}

extension ClientShare {
    /// The share of the requests that wait.
    fileprivate var waiting: HTTPShare {
        switch self {
        case .client(let name): .client("client \(name)")
        case .user(let user): .client("user \(user)")
        case .connection(let number): .connection(number)
        }
    }
}
