import Foundation

/// The `openssl` program as a second parser of certificates.
enum OpenSSLProgram {
    /// Returns the output of `openssl x509` for a DER certificate; nil if it cannot parse the certificate.
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
