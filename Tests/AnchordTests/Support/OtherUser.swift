import Foundation
import Glibc

/// A user, who need not exist, as whom root runs programs with setpriv.
struct OtherUser {
    let user: UInt32
    /// The only group.
    let group: UInt32

    /// Whether this process may act as other users, and other users may run the built program.
    static let arePossible: Bool = {
        guard geteuid() == 0 else { return false }
        let user = OtherUser(user: 54321, group: 54321)
        return (try? user.run([AnchordProgram.location.path, "--version"]).status) == 0
    }()

    /// The command that runs another command as this user.
    var command: [String] {
        ["setpriv", "--reuid", "\(user)", "--regid", "\(group)", "--clear-groups", "--"]
    }

    /// Runs a program and returns its exit status and output.
    func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command + arguments
        process.environment = AnchordProgram.environment([:])
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try output.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// Sends a request over a Unix socket with curl, and returns the status and the body; 0 if it cannot connect.
    func request(_ method: String, _ path: String, at socket: String) throws -> (status: Int, body: String) {
        let result = try run([
            "curl", "--silent", "--request", method, "--unix-socket", socket, "--write-out", "\n%{http_code}",
            "http://localhost\(path)",
        ])
        let lines = result.output.split(separator: "\n")
        return (lines.last.flatMap { Int($0) } ?? 0, lines.dropLast().joined(separator: "\n"))
    }
}
