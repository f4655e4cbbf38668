import Foundation
import Testing
import TrustTestSupport

/// Runs the built `anchord` executable.
enum AnchordProgram {
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        /// Checks that all text is safe to print, and that JSON is valid and has no duplicate members: as a whole, or in each line.
        fileprivate func check(isJSON: Bool) {
            for text in [output, errors] {
                let control = text.unicodeScalars.first { scalar in
                    switch scalar.properties.generalCategory {
                    case .control: scalar != "\n" && scalar != "\t"
                    case .format, .lineSeparator, .paragraphSeparator: true
                    default: false
                    }
                }
                if let control { Issue.record("U+\(String(control.value, radix: 16)) is not escaped: \(text)") }
            }
            guard isJSON, !output.isEmpty, StrictJSON.defect(of: Array(output.utf8)) != nil else { return }
            for line in output.split(separator: "\n") {
                if let defect = StrictJSON.defect(of: Array(line.utf8)) { Issue.record("\(defect): \(output)") }
            }
        }
    }

    /// The executable built with these tests.
    static var location: URL {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "."
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "anchord")
    }

    /// Adds the sanitizer variables of the test process to an environment.
    ///
    /// These are the options of the sanitizers, and PATH, where they find the symbolizer that suppressions require.
    static func environment(_ own: [String: String]) -> [String: String] {
        let ofTests = ProcessInfo.processInfo.environment
        return own.merging(ofTests.filter { $0.key.hasSuffix("SAN_OPTIONS") }) { own, ofTests in "\(ofTests):\(own)" }
            .merging(ofTests.filter { $0.key == "PATH" }) { own, _ in own }
    }

    /// Runs the program until it exits, with exactly the given environment and the sanitizer variables.
    ///
    /// With a device for the output, the output in the result is empty.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = "",
        outputTo device: String? = nil
    ) throws -> Result {
        let files = try TemporaryDirectory()
        let process = Process()
        process.executableURL = location
        process.arguments = arguments
        process.environment = Self.environment(environment)
        process.standardInput = FileHandle(forReadingAtPath: try files.write("input", input))
        process.standardOutput = FileHandle(forWritingAtPath: try device ?? files.write("output", ""))
        process.standardError = FileHandle(forWritingAtPath: try files.write("errors", ""))
        try process.run()
        process.waitUntilExit()
        let result = Result(
            status: process.terminationStatus,
            output: text(of: files.path + "/output"),
            errors: text(of: files.path + "/errors")
        )
        result.check(isJSON: arguments.contains("--json") && process.terminationStatus != 2)
        return result
    }

    /// Reads a file through a file handle, because Foundation's functions for whole files leak memory on empty files.
    private static func text(of path: String) -> String {
        let contents = try? FileHandle(forReadingAtPath: path)?.readToEnd()
        return String(decoding: contents ?? Data(), as: UTF8.self)
    }
}
