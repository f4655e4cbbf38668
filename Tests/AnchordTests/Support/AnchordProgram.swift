import Foundation
import TrustTestSupport

/// The built program, run as its users run it.
enum AnchordProgram {
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The executable that was built with these tests.
    static var location: URL {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "."
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "anchord")
    }

    /// An environment of the program's own and what the sanitizers take from the tests': their options, and the path to
    /// the symbolizer, without which they know no function that is to be passed over.
    static func environment(_ own: [String: String]) -> [String: String] {
        let ofTests = ProcessInfo.processInfo.environment
        return own.merging(ofTests.filter { $0.key.hasSuffix("SAN_OPTIONS") }) { own, ofTests in "\(ofTests):\(own)" }
            .merging(ofTests.filter { $0.key == "PATH" }) { own, _ in own }
    }

    /// Runs it to its end, with an environment of its own.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) throws -> Result {
        let files = try TemporaryDirectory()
        let process = Process()
        process.executableURL = location
        process.arguments = arguments
        process.environment = Self.environment(environment)
        process.standardInput = FileHandle(forReadingAtPath: try files.write("input", input))
        process.standardOutput = FileHandle(forWritingAtPath: try files.write("output", ""))
        process.standardError = FileHandle(forWritingAtPath: try files.write("errors", ""))
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            output: text(of: files.path + "/output"),
            errors: text(of: files.path + "/errors")
        )
    }

    /// By a handle: Foundation's readers of whole files lose memory for each file that is empty, as most of these are.
    private static func text(of path: String) -> String {
        let contents = try? FileHandle(forReadingAtPath: path)?.readToEnd()
        return String(decoding: contents ?? Data(), as: UTF8.self)
    }
}
