enum BenchmarkedServer: String, CaseIterable, Codable, Sendable {
    case anchord
    /// The peer: the same service with Go's `net/http` and `crypto/x509`.
    case go
    /// The ceiling: libmicrohttpd with a fixed response and without any evaluation.
    case ceiling
}
