/// A response that is queued on a later turn of libmicrohttpd, and may not be computed yet.
final class PendingAnswer {
    /// The length of the request's body in bytes.
    let byteCount: Int
    private var progress: HTTPProgress<HTTPResponse>

    /// Creates a pending response to a body of the given length.
    init(_ progress: HTTPProgress<HTTPResponse>, answering byteCount: Int) {
        self.progress = progress
        self.byteCount = byteCount
    }

    /// The response; nil until it is computed.
    var response: HTTPResponse? {
        if case .answer(let response) = progress { response } else { nil }
    }

    /// Runs the next step; returns whether another one follows.
    func advance() -> Bool {
        guard case .step(let step) = progress else { return false }
        progress = step()
        if case .step = progress { return true }
        return false
    }
}
