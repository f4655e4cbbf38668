import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Conditions on alternative names` {
    private typealias Results = [NameCondition.Quantifier: ConstraintMatch]

    private static func hosts(_ patterns: [String]) throws -> NamePatterns {
        let suffixes = try #require(PSLSuffixes())
        return .dnsNames(
            HostPatternIndex(try patterns.map { try HostPattern($0, names: IDN2Names(), suffixes: suffixes) })
        )
    }

    /// Returns the results of `every`, `some` and `none` for a leaf with the given names.
    private func results(_ patterns: NamePatterns, _ names: [TestGeneralName]) throws -> [ConstraintMatch] {
        let facts = try Hierarchy(leaf: { $0.subjectAlternativeNames = names }).leaf.read().facts
        return NameCondition.Quantifier.allCases.map { NameCondition($0, patterns, texts: ["x"]).match(facts) }
    }

    private static let (matching, foreign, unclear): ([ConstraintMatch], [ConstraintMatch], [ConstraintMatch]) = (
        [.met, .met, .unmet], [.unmet, .unmet, .met], [.uncertain, .uncertain, .uncertain]
    )

    @Test(
        arguments: [
            ("b.a.example", "B.A.Example", matching), ("b.a.example", "c.a.example", foreign),
            ("*.a.example", "b.a.example", matching), ("*.a.example", "c.b.a.example", foreign),
            ("*.a.example", "a.example", foreign), ("**.a.example", "c.b.a.example", matching),
            ("**.a.example", "a.example", foreign), ("**.a.example", "ba.example", foreign),
            // A wildcard matches only a pattern that contains all names that it covers.
            ("*.a.example", "*.a.example", matching), ("**.a.example", "*.a.example", matching),
            ("**.a.example", "*.b.a.example", matching), ("*.a.example", "*.b.a.example", foreign),
            ("b.a.example", "*.a.example", unclear), ("b.a.example", "*.b.a.example", foreign),
            ("**.b.a.example", "*.a.example", foreign),
            // Other software can accept these names for hosts that the pattern contains.
            ("*.a.example", "b.a.example.", unclear), ("*.a.example", "f*.a.example", unclear),
            ("*.a.example", "*.*.a.example", unclear), ("*.a.example", "b..a.example", unclear),
            ("*.a.example", ".a.example", unclear), ("*.a.example", "b\u{0}.a.example", unclear),
            ("*.a.example", "bü.a.example", unclear), ("*.a.example", "", unclear), ("*.a.example", "*", unclear),
            ("*.a.example", "b a.example", unclear),
        ] as [(String, String, [ConstraintMatch])]
    )
    func `compare DNS names with patterns as in host rules`(
        pattern: String,
        name: String,
        expected: [ConstraintMatch]
    ) throws {
        #expect(try results(Self.hosts([pattern]), [.dns(name)]) == expected)
        // Names of other kinds have no effect.
        #expect(try results(Self.hosts([pattern]), [.uri("a:b"), .dns(name), .email("a@b.example")]) == expected)
    }

    @Test(
        arguments: [
            ("spiffe://a.example/*", "spiffe://A.example/b", matching),
            ("spiffe://a.example/*", "spiffe://a.example/b/c", foreign),
            ("spiffe://a.example/*", "spiffe://b.example/b", foreign),
            ("spiffe://a.example/*", "https://a.example/?b", unclear), ("spiffe://a.example/*", "urn:x", foreign),
            ("spiffe://a.example/*", "spiffe://a.example/%62", unclear),
            ("spiffe://a.example/*", "spiffe://a.example/b/", unclear),
            ("spiffe://a.example/*", "spiffe://a.example/..", unclear),
            ("spiffe://a.example/*", "spiffe://x@a.example/b", unclear),
            ("spiffe://a.example/*", "spiffe://a.example:1/b", unclear),
            ("spiffe://a.example/*", "spiffe://a.example./b", unclear), ("urn:x:y", "URN:x:y", matching),
            ("urn:x:y", "urn:X:y", unclear), ("urn:x:y", "spiffe://a.example/b", foreign),
        ] as [(String, String, [ConstraintMatch])]
    )
    func `compare URIs`(pattern: String, uri: String, expected: [ConstraintMatch]) throws {
        #expect(try results(.uris(URIPatternIndex([URIPattern(pattern)])), [.uri(uri)]) == expected)
    }

    @Test(
        arguments: [
            ("ann@a.example", "ann@A.example", matching), ("ann@a.example", "bob@a.example", foreign),
            ("ann@a.example", "ann@b.example", foreign), ("ann@a.example", "Ann@a.example", unclear),
            ("ann@a.example", "\"ann\"@a.example", unclear), ("ann@a.example", "ann@a.example.", unclear),
            ("*@a.example", "Bob@a.example", matching), ("*@a.example", "bob@b.example", foreign),
            ("*@a.example", "\"b\"@a.example", unclear), ("*@a.example", "a@b@a.example", unclear),
            ("*@a.example", "bob\u{0}@b.example", unclear), ("*@a.example", "bob", unclear),
        ] as [(String, String, [ConstraintMatch])]
    )
    func `compare mailboxes`(pattern: String, mailbox: String, expected: [ConstraintMatch]) throws {
        #expect(try results(.emails(MailboxPatternIndex([MailboxPattern(pattern)])), [.email(mailbox)]) == expected)
    }

    @Test func `cannot compare internationalized mailboxes`() throws {
        let name = TestGeneralName.other("1.3.6.1.5.5.7.8.9", value: DERWriter.element(0x0C, Array("é@a.example".utf8)))
        #expect(try results(.emails(MailboxPatternIndex([MailboxPattern("*@a.example")])), [name]) == Self.unclear)
    }

    @Test func `require a name of the kind for every and some`() throws {
        let others: [TestGeneralName] = [.uri("a:b"), .ip([192, 0, 2, 1])]
        #expect(try results(Self.hosts(["*.a.example"]), []) == Self.foreign)
        #expect(try results(Self.hosts(["*.a.example"]), others) == Self.foreign)
    }

    @Test func `require each name for every, and one name for some`() throws {
        let names: [TestGeneralName] = [.dns("b.a.example"), .dns("b.example")]
        #expect(try results(Self.hosts(["*.a.example"]), names) == [.unmet, .met, .unmet])
        #expect(try results(Self.hosts(["*.a.example", "b.example"]), names) == Self.matching)
        #expect(
            try results(Self.hosts(["*.a.example"]), names + [.dns("x.")]) == [.unmet, .met, .unmet]
        )
        #expect(
            try results(Self.hosts(["b.a.example"]), [names[1], .dns("*.a.example")]) == [
                .unmet, .uncertain, .uncertain,
            ]
        )
    }

    @Test func `are uncertain if the extension is malformed`() throws {
        let leaf: TestAuthority.Edit = { $0.extensions.set(.raw(.subjectAlternativeName, value: [0x30, 0x01])) }
        let facts = try Hierarchy(leaf: leaf).leaf.read().facts
        for quantifier in NameCondition.Quantifier.allCases {
            let condition = NameCondition(quantifier, try Self.hosts(["*.a.example"]), texts: ["*.a.example"])
            #expect(condition.match(facts) == .uncertain)
            #expect(condition.found(in: facts) == "a malformed extension")
        }
    }

    /// The matching names of a certificate with a thousand names, and the position of a foreign name.
    @Test func `compare the first thousand names, and are never met because of them`() throws {
        let names = (0..<1000).map { TestGeneralName.dns("h\($0).a.example") }
        #expect(try results(Self.hosts(["*.a.example"]), names) == Self.matching)
        #expect(try results(Self.hosts(["*.a.example"]), names + [.dns("b.a.example")]) == [.uncertain, .met, .unmet])
        #expect(try results(Self.hosts(["b.a.example"]), names) == Self.foreign)
        #expect(
            try results(Self.hosts(["b.a.example"]), names + [.dns("b.a.example")]) == [.unmet, .uncertain, .uncertain]
        )
        // Names of other kinds use up the thousand as well.
        let others = (0..<1000).map { TestGeneralName.uri("a:\($0)") }
        #expect(try results(Self.hosts(["*.a.example"]), others + [.dns("b.a.example")]) == Self.unclear)
    }

    @Test func `list a few names without control characters`() throws {
        let names = (0..<2000).map { TestGeneralName.dns("h\($0)\u{1}.b.example") }
        let facts = try Hierarchy(leaf: { $0.subjectAlternativeNames = names }).leaf.read().facts
        let condition = NameCondition(.every, try Self.hosts(["*.a.example"]), texts: ["*.a.example"])
        let listed = (0..<5).map { #""h\#($0)\u{01}.b.example""# }.joined(separator: ", ")
        #expect(condition.found(in: facts) == "\(listed), … (more than 1000 names)")
        let long = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns(String(repeating: "a", count: 4000))] })
        #expect(condition.found(in: try long.leaf.read().facts) == "\"" + String(repeating: "a", count: 64) + "…\"")
    }

    @Test func `have a cost in proportion to the names, and not to the patterns`() throws {
        let names = (0..<2000).map { TestGeneralName.email("user\($0)@a.example") }
        let facts = try Hierarchy(leaf: { $0.subjectAlternativeNames = names }).leaf.read().facts
        let one = NameCondition(.every, .emails(MailboxPatternIndex([try MailboxPattern("*@a.example")])), texts: ["x"])
        let many = NameCondition(
            .every,
            .emails(MailboxPatternIndex(try (0..<99).map { try MailboxPattern("*@\($0).example") })),
            texts: ["x"]
        )
        // Only a thousand names are compared.
        #expect((100_000...400_000).contains(one.cost(of: facts)), "\(one.cost(of: facts))")
        #expect(many.cost(of: facts) == one.cost(of: facts))
    }
}
