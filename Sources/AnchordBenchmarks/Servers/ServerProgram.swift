/// How to start a server, and where it listens then.
struct ServerProgram {
    /// The path of the program.
    let path: String
    /// Its arguments.
    let arguments: [String]
    /// Its whole environment.
    var environment: [String: String] = [:]
    /// The port on 127.0.0.1.
    let port: UInt16
    /// The path of the Unix socket.
    let socket: String

    /// The address for a transport.
    func address(_ transport: Transport) -> ServerAddress {
        switch transport {
        case .tcp: .tcp(port: port)
        case .unix: .unix(path: socket)
        }
    }
}
