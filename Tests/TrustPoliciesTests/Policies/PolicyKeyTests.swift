import Testing

@testable import TrustPolicies

/// Tests of the declared keys against the decodings; a decoding that reads another key fails an assertion.
@Suite struct `The declared keys of policies` {
    /// A policy in which a mapping has one key, for each table except those of policy sets and policies.
    private static let contexts: [(table: PolicyKeyTable, policy: @Sendable (String) -> String)] = [
        (.allowedClients, { "allowedClients: {\($0)}" }),
        (.certificatePolicies, { "certificatePolicies: {\($0)}" }),
        (.constraints, { "constraints: {\($0)}" }),
        (.matcher, { "constraints: {leaf: {\($0)}}" }),
        (.revocation, { "revocation: {\($0)}" }),
        (.anchorConstraints, { "anchorConstraints: [{\($0)}]" }),
        (.anchorConditions, { "anchorConstraints: [{anyOf: [{\($0)}]}]" }),
        (.exceptions, { "exceptions: [{\($0)}]" }),
    ]

    private func issues(_ table: String, _ key: String) throws -> String {
        let context = try #require(Self.contexts.first { $0.table.name == table })
        return policyIssues("evaluator: default\n" + context.policy("\(key): null")).joined(separator: "\n")
    }

    @Test(arguments: contexts.map(\.table.name)) func `are read in their mapping`(table: String) throws {
        let declared = try #require(Self.contexts.first { $0.table.name == table }).table.names
        for key in declared { #expect(try !issues(table, key).contains("unknown key"), "\(key)") }
        #expect(try issues(table, "zz").contains("unknown key `zz`"))
    }

    @Test func `have a context in this test, or are tested with the evaluators or with a log list`() {
        let others = ["policySet", "transparency"] + PolicyKeyTable.policies.map(\.name)
        #expect(Set(PolicyKeyTable.all.map(\.name)) == Set(Self.contexts.map(\.table.name) + others))
    }

    @Test(arguments: [
        ("methods: [crl]", "/methods: unknown key `methods`; it is a key of `revocation`"),
        (
            "revocation: {anchor: x}",
            "/revocation/anchor: unknown key `anchor`; it is a key of `constraints` and `anchorConstraints`"
        ),
        ("revocation: {profile: webpki}", "/revocation/profile: unknown key `profile`; it is a key of a policy"),
        ("otherwise: deny", "/otherwise: unknown key `otherwise`; it is a key of a policy set"),
        ("anchor: x", "/anchor: unknown key `anchor`; did you mean `anchors`?"),
        ("zzz: x", "/zzz: unknown key `zzz`"),
    ])
    func `are named with their mapping if they are elsewhere`(key: String, issue: String) {
        #expect(policyIssues("evaluator: default\n\(key)") == ["2 " + issue])
    }
}
