import Foundation
import TrustTestSupport

/// Runs a command line of a document in a shell, as a reader would.
enum ShellCommand {
    /// Runs bash in a directory, and returns the exit status and both streams.
    static func run(_ command: String, in directory: String) throws -> (status: Int32, text: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(filePath: directory)
        process.environment = AnchordProgram.environment(["PATH": "/usr/bin:/bin"])
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
