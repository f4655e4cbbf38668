/// An answer that libmicrohttpd gets on a later turn, made or not.
final class PendingAnswer {
    /// How long the request's body is.
    let byteCount: Int
    private var progress: HTTPProgress<HTTPResponse>

    /// Takes how far the answer to a body of so many bytes has come.
    init(_ progress: HTTPProgress<HTTPResponse>, answering byteCount: Int) {
        self.progress = progress
        self.byteCount = byteCount
    }

    /// The answer, once it is made.
    var response: HTTPResponse? {
        if case .answer(let response) = progress { response } else { nil }
    }

    /// Takes the next step; whether another is left.
    func advance() -> Bool {
        guard case .step(let step) = progress else { return false }
        progress = step()
        if case .step = progress { return true }
        return false
    }
}
