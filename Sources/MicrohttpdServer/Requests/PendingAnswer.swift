/// A response, perhaps not computed yet, to be queued in a later turn of libmicrohttpd's event loop.
final class PendingAnswer {
    /// The length of the request's body in bytes.
    let byteCount: Int
    private var progress: HTTPProgress<HTTPResponse>

    init(_ progress: HTTPProgress<HTTPResponse>, answering byteCount: Int) {
        self.progress = progress
        self.byteCount = byteCount
    }

    /// The response; nil until it is computed.
    var response: HTTPResponse? {
        if case .answer(let response) = progress { response } else { nil }
    }

    /// Runs the next step; returns whether another step follows.
    func advance() -> Bool {
        guard case .step(let step) = progress else { return false }
        progress = step()
        if case .step = progress { return true }
        return false
    }
}
