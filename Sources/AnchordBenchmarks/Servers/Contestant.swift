/// Who is measured.
enum Contestant: String, CaseIterable, Codable, Sendable {
    /// The daemon.
    case anchord
    /// The peer: the same question answered by Go's `net/http` and `crypto/x509`.
    case go
    /// The ceiling: libmicrohttpd, which answers at once and judges nothing.
    case ceiling
}
