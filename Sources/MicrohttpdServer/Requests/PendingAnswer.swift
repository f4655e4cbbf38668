/// A response, perhaps not computed yet, to be queued in a later turn of libmicrohttpd's event loop.
final class PendingAnswer {
    /// The length of the request's body in bytes.
    let byteCount: Int
    /// The computation up to the last step that ran.
    private(set) var progress: HTTPProgress<HTTPResponse>

    init(_ progress: HTTPProgress<HTTPResponse>, answering byteCount: Int) {
        self.progress = progress
        self.byteCount = byteCount
    }

    /// Whether steps are left before the response is computed, or waits for an event.
    var hasSteps: Bool {
        if case .step = progress { true } else { false }
    }

    /// Runs the next step; returns whether another step follows.
    func advance() -> Bool {
        guard case .step(let step) = progress else { return false }
        progress = step()
        return hasSteps
    }
}
