import Foundation

/// How many instructions a request costs, by its work and its chains, and with what software.
struct InstructionCounts: Codable, Equatable, Sendable {
    /// Versions of what the counts depend on besides this program.
    var software: [String: String]
    /// Instructions a request; the keys are such as `cold ecdsa`.
    var perRequest: [String: Int]

    /// Reads a file that was written by `write`.
    ///
    /// - Throws: ``LoadFailure`` where there is no such file or it holds something else.
    init(file: String) throws {
        do {
            self = try JSONDecoder().decode(InstructionCounts.self, from: Data(contentsOf: URL(filePath: file)))
        } catch {
            throw LoadFailure("\(file) holds no counts of instructions: \(error)")
        }
    }

    /// Holds counts.
    init(software: [String: String], perRequest: [String: Int]) {
        self.software = software
        self.perRequest = perRequest
    }

    /// Writes the counts to a file.
    func write(to file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: file))
    }
}
