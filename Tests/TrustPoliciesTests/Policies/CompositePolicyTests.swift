import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel
import TrustPolicies

/// The composite evaluator of the policy `whole` in a list of policies, one per line.
private func composite(_ policies: String) throws -> CompositeEvaluator? {
    try policySet("policies:\n  " + indented(policies)).policy(named: "whole")?.evaluator as? CompositeEvaluator
}

/// The issues of a list of policies, one per line.
private func policiesIssues(_ policies: String) -> [String] {
    issues("policies:\n  " + indented(policies)).map { $0.replacing("/policies", with: "") }
}

private func indented(_ policies: String) -> String { policies.replacing("\n", with: "\n  ") + "\n" }

@Suite struct `Composite policies` {
    @Test func `have named and inline members in document order`() throws {
        let whole = try #require(
            try composite(
                """
                whole: {evaluator: composite, allOf: [later, {evaluator: disabled}, first]}
                first: {evaluator: default}
                later: {evaluator: default, validateHost: false}
                """
            )
        )
        #expect(whole.rule == .allOf)
        #expect(whole.members.map(\.label) == ["later", "1", "first"])
        #expect(whole.members.map(\.evaluator.traits.needsHost) == [false, false, true])
        #expect(whole.traits.needsHost)
    }

    @Test func `can be nested by name and inline`() throws {
        let whole = try #require(
            try composite(
                """
                whole: {evaluator: composite, anyOf: [{evaluator: composite, allOf: [inner, inner]}, inner]}
                inner: {evaluator: composite, anyOf: [{evaluator: default}]}
                """
            )
        )
        #expect(whole.rule == .anyOf)
        let place = try #require(whole.members[0].evaluator as? CompositeEvaluator)
        #expect(place.members.map(\.label) == ["inner", "inner"])
        #expect(whole.members[1].evaluator is CompositeEvaluator)
    }

    @Test func `keep the exceptions of their members`() throws {
        let digest = FakeKey.fingerprint("one").hex
        let exception = "{codes: [time.expired], chain: [\"\(digest)\"], host: a.example, until: 2026-12-31}"
        let whole = try composite(
            """
            whole: {evaluator: composite, allOf: [first, {evaluator: default, exceptions: [\(exception)]}]}
            first: {evaluator: default}
            """
        )
        #expect(whole?.members.map(\.exceptions.count) == [0, 1])
    }

    @Test(arguments: [
        (
            "whole: {evaluator: composite, allOf: [whole]}",
            "2 /whole/allOf/0: the policy `whole` refers to itself: remove the circular reference"
        ),
        (
            "whole: {evaluator: composite, allOf: [b]}\nb: {evaluator: composite, anyOf: [{evaluator: composite, allOf: [whole]}]}",
            "3 /b/anyOf/0/allOf/0: the policy `whole` refers to itself: remove the circular reference"
        ),
        (
            "whole: {evaluator: composite, allOf: [frist]}\nfirst: {evaluator: default}",
            "2 /whole/allOf/0: unknown policy `frist`; did you mean `first`?"
        ),
        (
            "whole: {evaluator: composite}",
            "2 /whole: the key `allOf` is missing: expected a list of policies (or the key `anyOf`)"
        ),
        (
            "whole: {evaluator: composite, allOf: [a], anyOf: [a]}\na: {evaluator: default}",
            "2 /whole/anyOf: `allOf` and `anyOf` are both given: keep one of them"
        ),
        (
            "whole: {evaluator: composite, anyOf: []}",
            "2 /whole/anyOf: the list of policies is empty: add at least one policy"
        ),
        (
            "whole: {evaluator: composite, allOf: [{evaluator: default, mode: report}]}",
            "2 /whole/allOf/0: a member cannot have `mode: report`: set the mode in the composite instead"
        ),
        (
            "whole: {evaluator: composite, allOf: [a]}\na: {evaluator: default, mode: report}",
            "2 /whole/allOf/0: a member cannot have `mode: report`: set the mode in the composite instead"
        ),
        (
            "whole: {evaluator: composite, allOf: [a], validateHost: false}\na: {evaluator: default}",
            "2 /whole/validateHost: the key `validateHost` does not apply to `evaluator: composite`: set it in the "
                + "members of the composite"
        ),
        (
            "whole: {evaluator: composite, allOf: [3]}",
            "2 /whole/allOf/0: expected a mapping, found the number 3 (text must be quoted)"
        ),
    ])
    func `are rejected with exactly one issue`(policies: String, issue: String) {
        #expect(policiesIssues(policies) == [issue])
    }

    @Test func `report the issue of a member once`() {
        let issues = policiesIssues(
            "whole: {evaluator: composite, allOf: [a, a]}\nother: {evaluator: composite, anyOf: [a]}\na: {evaluator: defualt}"
        )
        #expect(issues.count == 1)
        #expect(issues.first?.hasPrefix("4 /a/evaluator: ") == true)
    }

    private func nested(_ depth: Int) -> String {
        String(repeating: "{evaluator: composite, allOf: [", count: depth) + "{evaluator: default}"
            + String(repeating: "]}", count: depth)
    }

    /// A chain of composites that each name the next one, ending in a path policy, in forward or reverse document order.
    private func chain(_ depth: Int, isReversed: Bool) -> String {
        let lines =
            (0..<depth).map { "p\($0): {evaluator: composite, allOf: [p\($0 + 1)]}" }
            + ["p\(depth): {evaluator: default}"]
        return (isReversed ? lines.reversed() : lines).joined(separator: "\n")
    }

    @Test func `are nested at most eight levels deep`() throws {
        let issue = "composites are nested more than 8 levels deep"
        #expect(policiesIssues("whole: \(nested(8))").isEmpty)
        #expect(policiesIssues("whole: \(nested(9))").allSatisfy { $0.hasSuffix(issue) })
        #expect(policiesIssues("whole: \(nested(9))").count == 1)
        for isReversed in [false, true] {
            #expect(policiesIssues(chain(8, isReversed: isReversed)).isEmpty)
            let refused = policiesIssues(chain(9, isReversed: isReversed))
            #expect(refused.count == 1)
            #expect(refused.allSatisfy { $0.hasSuffix(issue) }, "\(refused)")
        }
        let mixed = "whole: {evaluator: composite, allOf: [inner]}\ninner: \(nested(8))"
        #expect(policiesIssues(mixed).contains { $0.hasPrefix("2 /whole/allOf/0: \(issue)") })
    }

    @Test func `are rejected without deep recursion in a chain of thousands`() {
        #expect(!policiesIssues(chain(5000, isReversed: false)).isEmpty)
    }

    @Test func `contain at most 64 evaluators, including those of named members`() {
        func members(_ count: Int) -> String {
            "whole: {evaluator: composite, allOf: [" + Array(repeating: "a", count: count).joined(separator: ", ")
                + "]}\na: {evaluator: default}"
        }
        #expect(policiesIssues(members(64)).isEmpty)
        #expect(
            policiesIssues(members(65)) == [
                "2 /whole/allOf: the policy has 65 evaluators in total; at most 64 are allowed"
            ]
        )
        let doubling = (0..<7).map { "p\($0): {evaluator: composite, allOf: [p\($0 + 1), p\($0 + 1)]}" }
        let refused = policiesIssues((doubling + ["p7: {evaluator: default}"]).joined(separator: "\n"))
        #expect(refused == ["3 /p1/allOf: the policy has 126 evaluators in total; at most 64 are allowed"])
    }
}

@Suite struct `Composites in requests` {
    private func decode(_ keys: String) throws(DocumentError) -> TrustPolicy {
        try InlinePolicy.decode(
            try YAMLDocument.parse(Array(keys.utf8)),
            pointerPrefix: "/policy",
            ports: fakePorts,
            systemAnchors: systemAnchors,
            limits: CertificateLimits()
        )
    }

    @Test func `have inline members`() throws {
        let policy = try decode("{evaluator: composite, anyOf: [{evaluator: default}, {evaluator: disabled}]}")
        #expect((policy.evaluator as? CompositeEvaluator)?.members.map(\.label) == ["0", "1"])
    }

    @Test func `cannot name policies`() {
        let error = #expect(throws: DocumentError.self) {
            try decode("{evaluator: composite, anyOf: [server]}")
        }
        #expect(error?.issues.map(\.pointer) == ["/policy/anyOf/0"])
        #expect(error?.issues.first?.detail == "unknown policy `server`")
    }
}
