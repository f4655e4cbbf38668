import Foundation

/// What a program that ends by itself writes.
enum ProgramOutput {
    /// Runs the program and gives its standard output.
    ///
    /// - Throws: ``LoadFailure`` where the program fails.
    static func text(of program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        // The daemon takes every ANCHORD_… for a setting of its own; those of whoever measures are none, or would be measured.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ANCHORD_") }
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw LoadFailure("\(program) ends with \(process.terminationStatus)")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
