import Foundation
import ParserHarnesses
import Testing

/// The initial inputs of `Deploy/fuzz`, including those that once violated a property.
@Suite struct `The corpus of a harness` {
    private static let names = ParserHarness.all.map(\.name)

    private static func inputs(of name: String) throws -> [String: [UInt8]] {
        let directory = Corpus.directory + "/" + name
        let files = try FileManager.default.contentsOfDirectory(atPath: directory)
        return try files.reduce(into: [:]) { inputs, file in
            inputs[file] = try Array(Data(contentsOf: URL(filePath: directory).appending(path: file)))
        }
    }

    private static func harness(_ name: String) throws -> ParserHarness {
        try #require(ParserHarness.all.first { $0.name == name })
    }

    @Test func `is a directory for each harness, without others`() throws {
        #expect(try FileManager.default.contentsOfDirectory(atPath: Corpus.directory).sorted() == Self.names.sorted())
    }

    @Test(arguments: names) func `violates no property and has an accepted input`(name: String) throws {
        let harness = try Self.harness(name)
        var accepted = 0
        for (file, input) in try Self.inputs(of: name) {
            #expect(throws: Never.self, "\(name)/\(file)") {
                if try harness.check(input) == .accepted { accepted += 1 }
            }
            #expect(input.count <= harness.maximumLength, "\(name)/\(file)")
        }
        #expect(accepted > 0)
    }

    @Test(arguments: names) func `violates no property after truncation or a change of a byte`(name: String) throws {
        let harness = try Self.harness(name)
        for (file, input) in try Self.inputs(of: name) {
            // Changes every few bytes of long inputs; Deploy/fuzz changes the others.
            for position in stride(from: 0, to: input.count, by: 1 + input.count / 1024) {
                var changed = input
                changed[position] ^= UInt8(1 << (position & 7))
                for variant in [Array(input[..<position]), changed] {
                    #expect(throws: Never.self, "\(name)/\(file), byte \(position)") { _ = try harness.check(variant) }
                }
            }
        }
    }

    @Test func `contains no private key`() throws {
        for name in Self.names {
            for (file, input) in try Self.inputs(of: name) {
                #expect(!String(decoding: input, as: UTF8.self).contains("PRIVATE KEY"), "\(name)/\(file)")
            }
        }
    }
}
