/// The command line, environment and addresses of a server.
struct ServerProgram {
    let path: String
    let arguments: [String]
    var environment: [String: String] = [:]
    /// The port on 127.0.0.1.
    let port: UInt16
    /// The path of the Unix socket.
    let socket: String

    func address(_ transport: Transport) -> ServerAddress {
        switch transport {
        case .tcp: .tcp(port: port)
        case .unix: .unix(path: socket)
        }
    }
}
