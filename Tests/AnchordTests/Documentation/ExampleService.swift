import Foundation
import Testing
import TrustTestSupport

/// A daemon that serves the policy documents of a page, in a copy of the directory with the certificates of its examples.
struct ExampleService {
    private let directory: TemporaryDirectory
    private let daemon: AnchordDaemon
    private let address: String

    /// Starts the daemon in a copy of the fixtures.
    ///
    /// - Parameters:
    ///   - examples: The examples of a page.
    ///   - arguments: The arguments of `anchord serve`.
    ///   - fixtures: The directory of the certificates used by the examples.
    /// - Throws: An error if a file cannot be created or the daemon does not start.
    init(_ examples: DocumentedExamples, arguments: [String], fixtures: String = "Mechanisms") throws {
        directory = try TemporaryDirectory()
        let certificates = Repository.path("Tests/AnchordTests/Fixtures/\(fixtures)")
        for name in try FileManager.default.contentsOfDirectory(atPath: certificates) {
            try FileManager.default.copyItem(
                atPath: certificates + "/" + name,
                toPath: directory.path + "/" + name
            )
        }
        for (name, text) in examples.documents { try directory.write(name, text) }
        daemon = try AnchordDaemon(
            arguments + ["--listen", "127.0.0.1:0"],
            wrapper: "cd '\(directory.path)' && exec \"$@\""
        )
        address = try #require(daemon.addresses.first)
    }

    /// Runs a call against this daemon and returns its output.
    func answer(to call: DocumentedExamples.Call) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", call.command.replacing(DocumentedExamples.address, with: address)]
        process.currentDirectoryURL = URL(filePath: directory.path)
        // Excludes the user's settings for proxies and curl.
        let program = AnchordProgram.location.deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        process.environment = AnchordProgram.environment(["PATH": "\(program):\(path)", "HOME": directory.path])
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try output.fileHandleForWriting.close()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Describes the first difference between a call's answer and the printed one; returns nil if there is none.
    func difference(_ call: DocumentedExamples.Call) throws -> String? {
        let answer = try answer(to: call)
        let difference =
            call.isJSON
            ? try ShortenedJSON(call.answer).difference(from: answer)
            : Self.isPrinted(answer, as: call.answer) ? nil : "the text differs from the printed one"
        return difference.map { "line \(call.line): \($0)\n\(call.command)\n\(answer)" }
    }

    /// Returns whether a text matches the printed one, in which `…` replaces a part of a line.
    private static func isPrinted(_ text: String, as printed: String) -> Bool {
        let (lines, expected) = (text.split(separator: "\n"), printed.split(separator: "\n"))
        return lines.count == expected.count && zip(lines, expected).allSatisfy(matches)
    }

    private static func matches(_ line: Substring, _ printed: Substring) -> Bool {
        guard let ellipsis = printed.firstIndex(of: "…") else { return line == printed }
        let (start, end) = (printed[..<ellipsis], printed[printed.index(after: ellipsis)...])
        return line.hasPrefix(start) && line.dropFirst(start.count).hasSuffix(end)
    }
}
