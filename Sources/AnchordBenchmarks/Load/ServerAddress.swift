/// Where a server under measurement listens.
enum ServerAddress: Sendable, CustomStringConvertible {
    /// A port on 127.0.0.1.
    case tcp(port: UInt16)
    /// A Unix socket.
    case unix(path: String)

    /// The address as anchord's configuration spells it.
    var description: String {
        switch self {
        case .tcp(let port): "127.0.0.1:\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}
