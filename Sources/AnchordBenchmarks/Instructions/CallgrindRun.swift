import Foundation

/// Counts what the daemon executes, by valgrind's callgrind.
struct CallgrindRun {
    private static let valgrind = "/usr/bin/valgrind"

    private let directory: WorkingDirectory

    /// Counts with files in a directory.
    init(directory: WorkingDirectory) {
        self.directory = directory
    }

    /// Instructions from the daemon's start to its end, with these requests between them, one after another; but for those
    /// that clear memory.
    ///
    /// Swift's hashing is the same in every run, so that the same requests cost about the same.
    func instructions(of daemon: ServerProgram, _ requests: [[UInt8]]) throws -> UInt64 {
        let counts = directory.path + "/callgrind.\(daemon.port)"
        let program = ServerProgram(
            path: Self.valgrind,
            arguments: ["--quiet", "--tool=callgrind", "--callgrind-out-file=\(counts)", daemon.path]
                + daemon.arguments,
            environment: ["SWIFT_DETERMINISTIC_HASHING": "1"],
            port: daemon.port,
            socket: daemon.socket
        )
        let server = try ServerProcess(program)
        try server.waitUntilListening()
        let connection = try LoadConnection(program.address(.tcp))
        for request in requests { try connection.ask(request, expecting: .trusted) }
        server.stop()
        let written = try String(contentsOfFile: counts, encoding: .utf8)
        guard let counted = CallgrindCounts(written) else { throw LoadFailure("callgrind counted nothing") }
        return counted.total - counted.clearing
    }
}
