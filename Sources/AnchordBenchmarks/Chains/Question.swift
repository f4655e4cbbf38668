/// An evaluation request for a chain and a host.
struct Question: Sendable {
    /// The name of the policy set, which is also the name of its policy.
    static let policy = "benchmark"
    static let path = "/v1/evaluations"

    /// The leaf and its issuer in PEM.
    let chain: String
    let host: String

    /// A request with the same chain and a host for which the chain is not valid.
    var aboutAnotherHost: Question { Question(chain: chain, host: "another.host.test") }

    var json: String {
        // Line breaks are the only characters of PEM and host names that need escaping.
        let escaped = chain.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
        return #"{"chain":"\#(escaped)","host":"\#(host)","policy":"\#(Self.policy)"}"#
    }

    /// The complete HTTP request, which keeps the connection open.
    var request: [UInt8] {
        let body = Array(json.utf8)
        let head = """
            POST \(Self.path) HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            \r\n
            """
        return Array(head.utf8) + body
    }
}
