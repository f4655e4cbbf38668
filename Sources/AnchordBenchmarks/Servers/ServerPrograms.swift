/// The measured programs, all configured to trust the same roots.
struct ServerPrograms {
    private let directory: WorkingDirectory
    private let anchord: String
    private let peerPrograms: [BenchmarkedServer: String]
    private let ceiling: String
    private let policies: String
    private let roots: String
    private let supportsVerdictCache: Bool

    /// Writes the policy directory and the roots; `peers` has paths, and a ceiling that is not measured has an empty path.
    ///
    /// - Throws: An error if a file cannot be written or the daemon fails to print its configuration.
    init(
        anchord: String,
        peers: [BenchmarkedServer: String] = [:],
        ceiling: String = "",
        chains: [ChainSet],
        directory: WorkingDirectory
    ) throws {
        self.anchord = anchord
        peerPrograms = peers
        self.ceiling = ceiling
        self.directory = directory
        roots = try directory.write("roots.pem", chains.map(\.root).joined())
        let document = """
            description: The roots of the benchmark and the system trust store
            otherwise: \(Question.policy)
            policies:
              \(Question.policy):
                evaluator: default
                anchors: [\(roots)]
                anchorsOnly: false

            """
        policies = directory.path + "/policies"
        try directory.write("policies/\(Question.policy).yaml", document)
        supportsVerdictCache = try ProgramOutput.text(of: anchord, ["serve", "--print-config"]).contains(
            "\n  verdicts:"
        )
    }

    /// Configures the daemon; `threads` is nil for the default.
    ///
    /// With `rootsOnly`, the roots replace the system trust store, so its size does not affect instruction counts.
    func daemon(_ caches: AnchordCaches, rootsOnly: Bool = false, threads: Int? = nil) throws -> ServerProgram {
        let (port, socket) = address()
        let configuration =
            "listen: [\"127.0.0.1:\(port)\", \"unix:\(socket)\"]\npolicies: \(policies)\n"
            + (rootsOnly ? "systemAnchors: \(roots)\n" : "")
            + (threads.map { "threads: \($0)\n" } ?? "")
            + caches.configuration(knowingVerdicts: supportsVerdictCache)
        let file = try directory.write("anchord-\(port).yaml", configuration)
        return ServerProgram(path: anchord, arguments: ["serve", "--config", file], port: port, socket: socket)
    }

    /// The measured peers, configured to trust the system trust store and the roots; each call chooses new addresses.
    func peers() -> [(server: BenchmarkedServer, program: ServerProgram)] {
        BenchmarkedServer.peers.compactMap { server in
            peerPrograms[server].map { (server, peer($0)) }
        }
    }

    private func peer(_ path: String) -> ServerProgram {
        let (port, socket) = address()
        return ServerProgram(path: path, arguments: ["127.0.0.1:\(port)", socket, roots], port: port, socket: socket)
    }

    /// Configures the ceiling to respond with the given number of bytes.
    func bareServer(answerBytes: Int) -> ServerProgram {
        let (port, socket) = address()
        let arguments = [String(port), socket, String(answerBytes)]
        return ServerProgram(path: ceiling, arguments: arguments, port: port, socket: socket)
    }

    private func address() -> (port: UInt16, socket: String) {
        let port = ClientSocket.freePort()
        return (port, directory.path + "/\(port).sock")
    }
}

enum BenchmarkedServer: String, CaseIterable, Codable, Sendable {
    case anchord
    /// A peer: the same service with Go's `net/http` and `crypto/x509`.
    case go
    /// A peer: the same service with the Rust crates `webpki`, `ring` and `mio`.
    case rust
    /// The ceiling: a libmicrohttpd server that always sends the same response and evaluates nothing.
    case ceiling

    /// The servers that evaluate the same requests as anchord.
    static let peers = [go, rust]
}

/// The cache settings of the daemon.
enum AnchordCaches {
    case standard
    /// No verdict cache, and small caches for certificates and signatures: entries of CAs stay cached, and entries of
    /// leaves are evicted before they are requested again.
    case small

    /// The capacity of the small certificate and signature caches.
    static let smallCount = 256

    func configuration(knowingVerdicts: Bool) -> String {
        switch self {
        case .standard: ""
        case .small:
            "caches:\n  certificates: \(Self.smallCount)\n  signatures: \(Self.smallCount)\n"
                + (knowingVerdicts ? "  verdicts: 0\n" : "")
        }
    }
}
