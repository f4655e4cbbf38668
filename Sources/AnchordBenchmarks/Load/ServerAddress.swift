import ArgumentParser

enum ServerAddress: Sendable, CustomStringConvertible {
    /// A TCP port on 127.0.0.1.
    case tcp(port: UInt16)
    case unix(path: String)

    /// The address in the format of anchord's configuration.
    var description: String {
        switch self {
        case .tcp(let port): "127.0.0.1:\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

/// The transport of connections to a server.
enum Transport: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// TCP on the loopback interface.
    case tcp
    case unix
}
