import Foundation
import Testing
import TrustModel

@Suite struct `Reasons.md` {
    private let page: String

    init() throws {
        let package = URL(filePath: #filePath).appending(path: "../../../..").standardized
        page = try String(
            contentsOf: package.appending(path: "Sources/anchord/Documentation.docc/Reasons.md"),
            encoding: .utf8
        )
    }

    /// Returns the lines of the section for a code.
    private func section(_ code: ReasonCode) throws -> [Substring] {
        let section = try #require(page.components(separatedBy: "### `\(code.name)`\n").dropFirst().first)
        return section.components(separatedBy: "\n### ")[0].split(separator: "\n")
    }

    @Test(arguments: SpecialRemedy.all)
    func `lists each special remedy with its situation`(remedy: SpecialRemedy) throws {
        #expect(try section(remedy.code).contains("- Remedy, \(remedy.situation): \(remedy.text)"))
    }

    @Test func `lists no other remedies`() {
        #expect(page.components(separatedBy: "\n- Remedy, ").count - 1 == SpecialRemedy.all.count)
    }
}
