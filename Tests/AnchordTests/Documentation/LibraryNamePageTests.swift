import Foundation
import Testing

@testable import TrustPolicies

/// Tests of the pages about other libraries against the names that messages explain.
@Suite struct `Names of other libraries in the documentation` {
    private func page(_ name: String) throws -> String {
        try String(contentsOfFile: Repository.path("Sources/anchord/Documentation.docc/\(name).md"), encoding: .utf8)
    }

    /// Returns the rows of the first table below a heading, without the head.
    private func rows(_ page: String, below heading: String) throws -> [String] {
        let section = try #require(try self.page(page).components(separatedBy: "\(heading)\n").dropFirst().first)
        let lines = section.components(separatedBy: "\n").drop { !$0.hasPrefix("|") }
        return Array(lines.prefix { $0.hasPrefix("|") }.dropFirst(2))
    }

    @Test(arguments: LibraryName.table.names)
    func `occur on the page that the message names`(name: LibraryName) throws {
        #expect(try page(name.library.page).contains(name.name))
    }

    @Test func `have the evaluators and versions of Alamofire that the decodings accept`() throws {
        let evaluators = ["default", "revocation", "pinCertificates", "pinPublicKeys", "composite"]
        // Alamofire 5 has no `anyOf`, which is read to say so. The evaluator `disabled` has no keys.
        let keys = PolicyKeyTable.policyKeys.filter { !["compatibility", "anyOf"].contains($0) }
        var expected: Set<String> = []
        for key in keys {
            let forms = evaluators.map { EvaluatorSettings.forms(of: key, in: $0) }
            guard forms.joined().contains(where: { $0 == .alamofire4 || $0 == .alamofire5 }) else { continue }
            let cells = forms.map { forms in
                forms.map { $0.map { String($0.rawValue.last ?? "?") } ?? "own" }.joined(separator: ", ")
            }
            expected.insert("| `\(key)` " + cells.map { $0.isEmpty ? "| " : "| \($0) " }.joined() + "|")
        }
        let rows = try rows("Alamofire", below: "### Keys by evaluator and version")
        #expect(Set(rows).subtracting(expected) == [])
        #expect(expected.subtracting(rows) == [])
        #expect(rows.count == expected.count)
    }
}
