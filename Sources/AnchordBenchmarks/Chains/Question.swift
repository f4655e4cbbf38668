/// One question to a server: whether a chain is to be trusted for a host.
struct Question: Sendable {
    /// The name of the policy set and of its policy.
    static let policy = "benchmark"
    /// Where servers take questions.
    static let path = "/v1/evaluations"

    /// The leaf and the authority above it, as PEM.
    let chain: String
    /// The host that the leaf is for.
    let host: String

    /// The same chain, asked for a host that it is not for.
    var aboutAnotherHost: Question { Question(chain: chain, host: "another.host.test") }

    /// The question as JSON.
    var json: String {
        // PEM and host names hold nothing to escape but the ends of lines.
        let escaped = chain.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
        return #"{"chain":"\#(escaped)","host":"\#(host)","policy":"\#(Self.policy)"}"#
    }

    /// The whole request, as it goes over a connection that stays open.
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
