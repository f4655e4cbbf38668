import Foundation

/// A running server; it ends with the object.
final class ServerProcess {
    /// How long a server may take until it listens; under valgrind that is long.
    private static let patience: UInt64 = 120_000_000_000

    private let process = Process()
    private let program: ServerProgram
    private let startedAt: UInt64

    /// Starts the server; what it writes goes to a file beside its socket.
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

    /// What the kernel knows of the process.
    var figures: ProcessFigures { ProcessFigures(process: process.processIdentifier) }

    /// Waits until somebody listens.
    func waitUntilListening() throws {
        while ClientSocket(program.address(.tcp)) == nil {
            guard process.isRunning, Clocks.monotonic - startedAt < Self.patience else {
                let log = try? String(contentsOfFile: program.socket + ".log", encoding: .utf8)
                throw LoadFailure("\(program.path) does not serve: \(log ?? "")")
            }
            usleep(200)
        }
    }

    /// Waits for the first verdict; nanoseconds since the start.
    func firstVerdict(_ question: Question) throws -> UInt64 {
        try waitUntilListening()
        try LoadConnection(program.address(.tcp)).ask(question.request, expecting: .trusted)
        return Clocks.monotonic - startedAt
    }

    /// Ends the server as an operator does, and waits for it.
    func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }
}
