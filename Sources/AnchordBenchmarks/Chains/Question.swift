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

    /// A request with the same host and a chain in which the leaf's signature is damaged.
    var withDamagedSignature: Question {
        var lines = chain.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        guard let end = lines.firstIndex(where: { $0.hasPrefix("-----END") }), end >= 2 else { return self }
        // The last full line of base64 ends within the signature.
        let line = lines[end - 2]
        lines[end - 2] = line.dropLast() + (line.last == "A" ? "B" : "A")
        return Question(chain: lines.joined(separator: "\n"), host: host)
    }

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
