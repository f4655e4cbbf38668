import Foundation

/// The `openssl` program, as a second opinion on what a certificate says.
enum OpenSSLProgram {
    /// What `openssl x509` prints of a DER certificate with some options; nil where it cannot read it.
    static func describe(_ der: [UInt8], _ options: [String]) throws -> String? {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl", "x509", "-inform", "DER", "-noout"] + options
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(der))
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }
}
