import Foundation
import Testing

@testable import StructuredDocuments
@testable import anchord

/// Compares the tables of Operations.md with the daemon.
@Suite struct `Operations.md` {
    private let page: String

    init() throws {
        let article = Repository.path("Sources/anchord/Documentation.docc/Operations.md")
        page = try String(contentsOfFile: article, encoding: .utf8)
    }

    /// Returns the cells of each table row in the section with a heading, without the heads of tables.
    private func rows(_ heading: String) throws -> [[String]] {
        let section = try #require(page.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
        return section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { $0.dropFirst(2).dropLast(2).components(separatedBy: " | ") }
    }

    /// Returns the texts in backticks.
    private func code(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    @Test func `lists each message of the log with its level`() throws {
        let listed = try rows("Log").flatMap { row in code(row[0]).map { "\($0): \(row[1])" } }
        #expect(listed.sorted() == LogMessage.allCases.map { "\($0.rawValue): \($0.level)" }.sorted())
    }

    @Test func `lists each member of the status`() throws {
        let contract = try String(contentsOfFile: Repository.path("openapi.yaml"), encoding: .utf8)
        let schema = try #require(
            contract.firstMatch(of: /\n    Status:\n(?: {6}.*\n)*? {6}properties:\n((?: {8}.*\n)+)/)
        )
        let members = schema.1.matches(of: /(?m)^ {8}(\w+):/).map { String($0.1) }
        #expect(try rows("/v1/status").flatMap { code($0[0]) }.sorted() == members.sorted())
    }

    /// Returns a value as a configuration file gives it: 1 MiB as 1048576, 60 s as 60s.
    private func configured(_ value: String) -> String {
        let parts = value.split(separator: " ")
        guard parts.count == 2, let number = Int(parts[0]) else { return value }
        return switch parts[1] {
        case "KiB": "\(number << 10)"
        case "MiB": "\(number << 20)"
        default: parts.joined()
        }
    }

    @Test func `gives the default of each limit and timeout`() throws {
        let keys = ConfigurationKey.all.filter { ["limits", "timeouts"].contains($0.group) }
        let defaults = keys.map { key in
            switch key.value(Configuration()) {
            case .number(let value), .string(let value): "\(key.path): \(value)"
            default: key.path
            }
        }
        let listed = try rows("Limits").flatMap { row -> [String] in
            let keys = code(row[0]).filter { key in
                key.contains(".") && !["log.", "decisions."].contains { key.hasPrefix($0) }
            }
            return zip(keys, row[1].components(separatedBy: ", ")).map { "\($0): \(configured($1))" }
        }
        #expect(listed.sorted() == defaults.sorted())
    }
}
