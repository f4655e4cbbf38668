import Foundation

/// The instructions per request for each kind of work and each kind of chains, with the software versions.
struct InstructionCounts: Codable, Equatable, Sendable {
    /// The versions of the software that affects the counts, by name.
    var software: [String: String]
    /// The instructions per request, with keys such as `cold ecdsa`.
    var perRequest: [String: Int]

    /// Reads a file written by `write`.
    ///
    /// - Throws: ``LoadFailure`` if the file is missing or malformed.
    init(file: String) throws {
        do {
            self = try JSONDecoder().decode(InstructionCounts.self, from: Data(contentsOf: URL(filePath: file)))
        } catch {
            throw LoadFailure("cannot read instruction counts from \(file): \(error)")
        }
    }

    init(software: [String: String], perRequest: [String: Int]) {
        self.software = software
        self.perRequest = perRequest
    }

    func write(to file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: file))
    }
}
