/// The programs that are measured, set up to trust the same roots.
struct ServerPrograms {
    private let directory: WorkingDirectory
    private let anchord: String
    private let peer: String
    private let ceiling: String
    private let policies: String
    private let roots: String
    private let supportsVerdictCache: Bool

    /// Writes what the programs read: a policy directory and the roots.
    ///
    /// - Parameters:
    ///   - anchord: the path of the daemon.
    ///   - peer: the path of the peer, where it has a part.
    ///   - ceiling: the path of the ceiling, where it has a part.
    ///   - chains: whose roots count.
    ///   - directory: where the files go.
    /// - Throws: an error where a file cannot be written, or the daemon does not say what its settings are.
    init(
        anchord: String,
        peer: String = "",
        ceiling: String = "",
        chains: [ChainSet],
        directory: WorkingDirectory
    ) throws {
        self.anchord = anchord
        self.peer = peer
        self.ceiling = ceiling
        self.directory = directory
        roots = try directory.write("roots.pem", chains.map(\.root).joined())
        let document = """
            description: The roots of the benchmark, beside those of the system
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

    /// The daemon with a configuration of its own.
    ///
    /// - Parameters:
    ///   - caches: how large its caches are.
    ///   - rootsOnly: whether it knows no other anchors, so that the system's have no part in what is counted.
    ///   - threads: the number of its workers; nil for its default.
    /// - Returns: how to start it.
    /// - Throws: an error where its configuration cannot be written.
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

    /// The peer, with the system's anchors and the roots.
    func goPeer() -> ServerProgram {
        let (port, socket) = address()
        return ServerProgram(path: peer, arguments: ["127.0.0.1:\(port)", socket, roots], port: port, socket: socket)
    }

    /// The ceiling, which answers as many bytes as the daemon did.
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
