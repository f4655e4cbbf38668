import Foundation
import Testing
import TrustModel

@Suite struct `The page of reasons` {
    private let page: String

    init() throws {
        let package = URL(filePath: #filePath).appending(path: "../../../..").standardized
        page = try String(
            contentsOf: package.appending(path: "Sources/anchord/Documentation.docc/Reasons.md"),
            encoding: .utf8
        )
    }

    /// The lines about a code.
    private func section(_ code: ReasonCode) throws -> [Substring] {
        let section = try #require(page.components(separatedBy: "### `\(code.name)`\n").dropFirst().first)
        return section.components(separatedBy: "\n### ")[0].split(separator: "\n")
    }

    @Test(arguments: SpecialRemedy.all)
    func `lists each special remedy with its situation`(remedy: SpecialRemedy) throws {
        #expect(try section(remedy.code).contains("- Remedy, \(remedy.situation): \(remedy.text)"))
    }

    @Test func `lists no other`() {
        #expect(page.components(separatedBy: "\n- Remedy, ").count - 1 == SpecialRemedy.all.count)
    }
}
