import Foundation

/// A running server process, stopped on deinitialization.
final class ServerProcess {
    /// The maximum startup time in nanoseconds; it is long because startup under valgrind is slow.
    private static let startTimeout: UInt64 = 120_000_000_000

    private let process = Process()
    private let program: ServerProgram
    private let startedAt: UInt64

    /// Starts the server and redirects its output to a file next to its socket.
    init(_ program: ServerProgram) throws {
        self.program = program
        let log = program.socket + ".log"
        try Data().write(to: URL(filePath: log))
        process.executableURL = URL(filePath: program.path)
        process.arguments = program.arguments
        process.environment = program.environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: log)
        process.standardError = FileHandle(forWritingAtPath: log)
        startedAt = Clocks.monotonic
        try process.run()
    }

    deinit { stop() }

    var figures: ProcessFigures { ProcessFigures(process: process.processIdentifier) }

    func waitUntilListening() throws {
        while ClientSocket(program.address(.tcp)) == nil {
            guard process.isRunning, Clocks.monotonic - startedAt < Self.startTimeout else {
                let log = try? String(contentsOfFile: program.socket + ".log", encoding: .utf8)
                throw LoadFailure("\(program.path) does not accept connections: \(log ?? "")")
            }
            usleep(200)
        }
    }

    /// Waits for the first verdict and returns the time since the server's start in nanoseconds.
    func firstVerdict(_ question: Question) throws -> UInt64 {
        try waitUntilListening()
        try LoadConnection(program.address(.tcp)).ask(question.request, expecting: .trusted)
        return Clocks.monotonic - startedAt
    }

    /// Stops the server with SIGTERM and waits until it exits.
    func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }
}

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
