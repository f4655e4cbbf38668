import Foundation
import Testing
import TrustModel

@testable import TrustEvaluation

/// Tests of the table in Profiles.md that justifies each difference between the profiles `server` and `webpki`.
@Suite struct `Differences between server and webpki` {
    private static let article = "Sources/anchord/Documentation.docc/Profiles.md"
    private static let heading = "## Where server and webpki differ\n"

    /// Returns the reasons in the first column of each row, and the text of the other columns.
    private func rows() throws -> [(reasons: Set<String>, justification: [String])] {
        let page = try String(contentsOfFile: Repository.path(Self.article), encoding: .utf8)
        let section = try #require(page.components(separatedBy: Self.heading).dropFirst().first)
        let lines = section.components(separatedBy: "\n## ")[0].split(separator: "\n")
        return lines.filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            let quoted = cells[0].components(separatedBy: "`")
            return (Set(quoted.indices.filter { $0 % 2 == 1 }.map { quoted[$0] }), Array(cells.dropFirst()))
        }
    }

    @Test func `lists exactly the reasons that are more severe under webpki, each once`() throws {
        let raised = ReasonCode.all.filter { code in
            guard let row = code.severities else { return false }
            return row[.webpki] == .error && row[.server] != .error
        }
        let listed = try rows().flatMap(\.reasons).sorted()
        // Besides severities, the profiles differ in the suffixes under which wildcards do not match.
        let demanded = [ReasonCode.hostMismatch]
        #expect(listed == (raised + demanded).map(\.name).sorted())
    }

    @Test func `gives the source, the behavior of browsers and the reason for the exception in each row`() throws {
        for row in try rows() {
            let justification = row.justification
            #expect(justification.count == 3 && justification.allSatisfy { !$0.isEmpty }, "\(row.reasons.sorted())")
            #expect(justification.first?.contains("§") == true, "\(row.reasons.sorted())")
        }
    }

    @Test func `webpki rejects everything that server rejects`() {
        for code in ReasonCode.all where code.severities?[.server] == .error {
            #expect(code.severities?[.webpki] == .error, "\(code.name)")
        }
        let (server, webpki) = (Profile.server.demands, Profile.webpki.demands)
        #expect(webpki.leastRSABits >= server.leastRSABits)
        #expect(webpki.leastDigestStrength >= server.leastDigestStrength)
        #expect(webpki.wildcardSuffixes == .all)
        #expect(server.leastDSABits == nil && webpki.leastDSABits == nil)
    }
}
