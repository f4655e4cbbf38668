import Foundation
import TrustTestSupport

/// Runs `promtool`, the checker of Prometheus.
enum PromtoolProgram {
    /// The reason for skipping tests without the program, and the way to run them.
    static let advice = "promtool is not installed: install the Debian package prometheus"

    private static let location = "/usr/bin/promtool"

    static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: location) }

    /// Runs the program with a file as standard input; returns its exit status and the output of both streams.
    static func run(_ arguments: [String], input: String) throws -> (status: Int32, text: String) {
        let files = try TemporaryDirectory()
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: location)
        process.arguments = arguments
        process.standardInput = FileHandle(forReadingAtPath: try files.write("input", input))
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
