import Foundation

enum ProgramOutput {
    /// Runs a program until it exits and returns its standard output.
    ///
    /// - Throws: ``LoadFailure`` if the program fails.
    static func text(of program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        // The daemon treats each ANCHORD_… variable as a setting; the user's variables must not affect the measurement.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ANCHORD_") }
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw LoadFailure("\(program) failed with exit status \(process.terminationStatus)")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
