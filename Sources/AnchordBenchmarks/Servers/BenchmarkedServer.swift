/// Who is measured.
enum BenchmarkedServer: String, CaseIterable, Codable, Sendable {
    /// The daemon.
    case anchord
    /// The peer: the same question answered by Go's `net/http` and `crypto/x509`.
    case go
    /// The ceiling: libmicrohttpd, which answers at once and evaluates nothing.
    case ceiling
}
