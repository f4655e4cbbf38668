import Foundation

/// Counts what the daemon executes, by valgrind's callgrind.
struct CallgrindRun {
    private static let valgrind = "/usr/bin/valgrind"

    private let directory: WorkingDirectory

    /// Counts with files in a directory.
    init(directory: WorkingDirectory) {
        self.directory = directory
    }

    /// Instructions from the daemon's start to its end, with these requests between them, one after another.
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
        guard let total = Self.total(in: try String(contentsOfFile: counts, encoding: .utf8)) else {
            throw LoadFailure("callgrind counted nothing")
        }
        return total
    }

    /// Finds the sum of all instructions in callgrind's file.
    static func total(in counts: String) -> UInt64? {
        let line = counts.split(separator: "\n").last { $0.hasPrefix("totals:") || $0.hasPrefix("summary:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }
    }
}
