import Foundation
import Testing
import TrustTestSupport

/// A daemon that has the documents of a page, in a copy of the directory of certificates that the examples name.
struct ExampleService {
    private let directory: TemporaryDirectory
    private let daemon: AnchordDaemon
    private let address: String

    /// Starts the daemon in the copy, as the page says.
    ///
    /// - Parameters:
    ///   - examples: the documents of a page.
    ///   - arguments: those of `anchord serve`.
    ///   - fixtures: the directory of certificates that the examples name.
    /// - Throws: what making files throws, and a daemon that does not start.
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

    /// What a call prints, sent to this daemon and otherwise as it stands.
    func answer(to call: DocumentedExamples.Call) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", call.command.replacing(DocumentedExamples.address, with: address)]
        process.currentDirectoryURL = URL(filePath: directory.path)
        // Without the settings of whoever runs the tests: proxies and curl's own file of options.
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": directory.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try output.fileHandleForWriting.close()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// In what a call's answer differs from the one printed; nil where it does not.
    func difference(_ call: DocumentedExamples.Call) throws -> String? {
        let answer = try answer(to: call)
        let difference =
            call.isJSON
            ? try ShortenedJSON(call.answer).difference(from: answer)
            : Self.isPrinted(answer, as: call.answer) ? nil : "the text is not the one printed"
        return difference.map { "line \(call.line): \($0)\n\(call.command)\n\(answer)" }
    }

    /// Whether a text is the one printed, in which `…` stands for a part of a line.
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
