import Foundation

/// Counts the instructions of the daemon with valgrind's callgrind.
struct CallgrindRun {
    private static let valgrind = "/usr/bin/valgrind"

    private let directory: WorkingDirectory
    /// Receives the path of the daemon and what callgrind wrote about it.
    private let written: (_ path: String, _ text: String) -> Void

    init(directory: WorkingDirectory, written: @escaping (_ path: String, _ text: String) -> Void = { _, _ in }) {
        self.directory = directory
        self.written = written
    }

    /// Returns the number of instructions, except those that clear memory, from the daemon's start to its exit.
    ///
    /// The requests are sent one after another. Swift's hashing is made deterministic, so that equal requests have
    /// nearly the same count in every run.
    func instructions(of daemon: ServerProgram, _ requests: [[UInt8]]) throws -> UInt64 {
        let counts = directory.path + "/callgrind.\(daemon.port)"
        let program = ServerProgram(
            path: Self.valgrind,
            arguments: ["--quiet", "--tool=callgrind", "--demangle=no", "--callgrind-out-file=\(counts)", daemon.path]
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
        let text = try String(contentsOfFile: counts, encoding: .utf8)
        written(daemon.path, text)
        guard let counted = CallgrindCounts(text) else { throw LoadFailure("the output of callgrind has no total") }
        return counted.total - counted.clearing
    }
}
