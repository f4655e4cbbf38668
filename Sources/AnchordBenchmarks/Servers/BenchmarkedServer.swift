enum BenchmarkedServer: String, CaseIterable, Codable, Sendable {
    case anchord
    /// The peer: the same service with Go's `net/http` and `crypto/x509`.
    case go
    /// The ceiling: a libmicrohttpd server that always sends the same response and evaluates nothing.
    case ceiling
}
