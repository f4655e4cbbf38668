import FetchProtocol
import Foundation
import Testing
import TrustEvaluation

@testable import anchord

/// Compares the codes of failed attempts with the documents.
@Suite struct `The codes of failed attempts` {
    private static let codes = FetchFailureCode.allCases.map(\.rawValue).sorted()

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: Repository.path(path), encoding: .utf8)
    }

    @Test func `each have a row in the table of Fetcher.md, with a meaning and a remedy`() throws {
        let page = try text("Sources/anchord/Documentation.docc/Fetcher.md")
        let section = try #require(page.components(separatedBy: "\n## Failures\n").dropFirst().first)
        let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { $0.dropFirst(2).dropLast(2).components(separatedBy: " | ") }
        #expect(rows.map { $0[0].replacing("`", with: "") }.sorted() == Self.codes)
        for row in rows { #expect(row.count == 3 && row.allSatisfy { !$0.isEmpty }, "\(row)") }
    }

    @Test func `are listed in openapi.yaml`() throws {
        let schema = try #require(
            text("openapi.yaml").components(separatedBy: "\n    FetchFailureCode:\n").dropFirst().first
        )
        let list = try #require(schema.components(separatedBy: "x-extensible-enum: [").dropFirst().first)
        let listed = list.prefix { $0 != "]" }.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
        #expect(listed.sorted() == Self.codes)
    }

    @Test func `of anchord-fetcher keep their names`() {
        for code in FetchFailure.Code.allCases { #expect(FetchFailureCode(code).rawValue == code.rawValue) }
    }
}
