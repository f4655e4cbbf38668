import Foundation
import Testing
import TrustModel

@testable import TrustEvaluation

/// The table of Policies.md in which each difference between the profiles `server` and `webpki` is defended.
@Suite struct `Differences between server and webpki` {
    private static let article = "Sources/anchord/Documentation.docc/Policies.md"
    private static let heading = "### Where server and webpki differ\n"

    /// The first column of the table, and the others of each row.
    private func rows() throws -> [(reasons: Set<String>, defence: [String])] {
        let page = try String(contentsOfFile: Repository.path(Self.article), encoding: .utf8)
        let section = try #require(page.components(separatedBy: Self.heading).dropFirst().first)
        let lines = section.components(separatedBy: "\n###")[0].split(separator: "\n")
        return lines.filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            let quoted = cells[0].components(separatedBy: "`")
            return (Set(quoted.indices.filter { $0 % 2 == 1 }.map { quoted[$0] }), Array(cells.dropFirst()))
        }
    }

    @Test func `each reason that counts more under webpki is defended once, and no other`() throws {
        let raised = ReasonCode.all.filter { code in
            guard let row = ProfileSeverities.row(of: code) else { return false }
            return row[.webpki] == .error && row[.server] != .error
        }
        let defended = try rows().flatMap(\.reasons).sorted()
        // What the profiles demand beside severities: suffixes under which no wildcard matches.
        let demanded = [ReasonCode.hostMismatch]
        #expect(defended == (raised + demanded).map(\.name).sorted())
    }

    @Test func `each defence says who demands it, what browsers do, and why server lets it pass`() throws {
        for row in try rows() {
            #expect(row.defence.count == 3 && row.defence.allSatisfy { !$0.isEmpty }, "\(row.reasons.sorted())")
            #expect(row.defence.first?.contains("§") == true, "\(row.reasons.sorted())")
        }
    }

    @Test func `webpki lets nothing pass that server refuses`() {
        for code in ReasonCode.all where ProfileSeverities.row(of: code)?[.server] == .error {
            #expect(ProfileSeverities.row(of: code)?[.webpki] == .error, "\(code.name)")
        }
        let (server, webpki) = (Profile.server.demands, Profile.webpki.demands)
        #expect(webpki.leastRSABits >= server.leastRSABits)
        #expect(webpki.leastDigestStrength >= server.leastDigestStrength)
        #expect(webpki.wildcardSuffixes == .all)
        #expect(server.leastDSABits == nil && webpki.leastDSABits == nil)
    }
}
