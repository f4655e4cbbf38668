import Foundation

/// Runs the `openssl` program in a temporary directory, which is removed with the last copy of the value.
package final class OpenSSLProgram {
    /// The result of a run.
    package struct Outcome {
        /// The exit status.
        package let status: Int32
        /// The output of both streams.
        package let text: String
    }

    private let directory: URL

    /// Creates the directory.
    package init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "pki-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Writes a file and returns its path.
    package func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let url = directory.appending(path: name)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// Writes a file and returns its path.
    package func file(_ name: String, _ text: String) throws -> String {
        try file(name, Array(text.utf8))
    }

    /// Runs `openssl` and returns its exit status and output.
    package func run(_ arguments: [String]) throws -> Outcome {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
    }

    /// Returns the output of `openssl x509 -text` for a certificate.
    package func text(_ certificate: TestCertificate) throws -> Outcome {
        let path = try file("certificate.pem", certificate.pem)
        return try run(["x509", "-noout", "-text", "-nameopt", "RFC2253", "-in", path])
    }

    /// Verifies a certificate with one root, by default at the reference time.
    package func verify(
        _ certificate: TestCertificate,
        root: TestCertificate,
        untrusted: [TestCertificate] = [],
        at instant: TestInstant = .reference,
        options: [String] = []
    ) throws -> Outcome {
        let arguments = [
            "verify", "-no-CApath", "-no-CAstore", "-attime", String(instant.secondsSince1970),
            "-CAfile", try file("root.pem", root.pem),
        ]
        let bundle = ["-untrusted", try file("untrusted.pem", TestPEM.chain(untrusted))]
        let leaf = try file("leaf.pem", certificate.pem)
        return try run(arguments + (untrusted.isEmpty ? [] : bundle) + options + [leaf])
    }
}
