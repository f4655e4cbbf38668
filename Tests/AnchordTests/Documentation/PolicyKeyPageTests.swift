import Foundation
import Testing

@testable import TrustPolicies

/// Tests of the index of keys in Policies.md.
@Suite struct `The index of policy keys` {
    @Test func `has every key`() throws {
        let page = try String(
            contentsOfFile: Repository.path("Sources/anchord/Documentation.docc/Policies.md"),
            encoding: .utf8
        )
        let index = try #require(page.components(separatedBy: "\n## Index of keys\n").dropFirst().first)
        #expect(PolicyKeyTable.all.flatMap(\.names).filter { !index.contains("`\($0)`") } == [])
    }
}
