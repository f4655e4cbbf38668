import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Name constraints on mailboxes` {
    private static let violation = nameConstraintViolation

    /// Returns the findings about a leaf with alternative names; an empty list of subtrees is omitted.
    private func constraintCodes(
        permitted: [TestGeneralName] = [],
        excluded: [TestGeneralName] = [],
        subject: TestName? = nil,
        leaf names: [TestGeneralName]
    ) throws -> [String]? {
        try Hierarchy.findings(
            permitted: permitted.isEmpty ? nil : permitted,
            excluded: excluded.isEmpty ? nil : excluded,
            subject: subject,
            leaf: names
        )?.filter { $0.contains(" constraint.") }
    }

    /// Returns the findings about a leaf whose subject has an emailAddress.
    private func attributeCodes(
        _ mailbox: String,
        permitted: [TestGeneralName] = [],
        excluded: [TestGeneralName] = [],
        names: [TestGeneralName] = [.dns("api.example.com")]
    ) throws -> [String]? {
        let subject = TestName([.commonName("leaf"), .emailAddress(mailbox)])
        return try constraintCodes(permitted: permitted, excluded: excluded, subject: subject, leaf: names)
    }

    @Test(arguments: [
        ("FoO@example.com", "foo@example.com", true), ("foo@EXAMPLE.com", "FOO@example.com", true),
        ("bar@example.com", "foo@example.com", false), ("foo@example.org", "foo@example.com", false),
        ("foo@example.com", "example.com", true), ("foo@a.example.com", ".EXAMPLE.com", true),
        ("no mailbox", "example.org", true),
    ])
    func `exclude an emailAddress attribute case-insensitively (RFC 5280 §4.1.2.6)`(
        mailbox: String,
        base: String,
        isExcluded: Bool
    ) throws {
        let found = try attributeCodes(mailbox, excluded: [.email(base)])
        #expect(found == (isExcluded ? Self.violation : []))
    }

    @Test func `apply to an emailAddress attribute as well as to alternative names`() throws {
        let names: [TestGeneralName] = [.dns("api.example.com"), .email("bar@example.com")]
        #expect(
            try attributeCodes("FOO@example.com", excluded: [.email("foo@example.com")], names: names) == Self.violation
        )
        #expect(
            try attributeCodes("foo@example.org", permitted: [.email("example.com")], names: names) == Self.violation
        )
        #expect(try attributeCodes("foo@example.com", permitted: [.email("example.com")], names: names) == [])
    }

    @Test func `compare local parts in alternative names case-sensitively (RFC 5280 §7.5)`() throws {
        let found = try constraintCodes(excluded: [.email("foo@example.com")], leaf: [.email("FoO@example.com")])
        #expect(found == [])
    }

    private static func internationalized(_ mailbox: String) -> TestGeneralName {
        .other("1.3.6.1.5.5.7.8.9", value: DERWriter.element(0x0C, Array(mailbox.utf8)))
    }

    @Test(arguments: [
        ("ü@example.com", "example.com", true), ("ü@EXAMPLE.com", "example.com", true),
        ("ü@a.example.com", ".example.com", true), ("ü@example.com", ".example.com", false),
        ("ü@a.example.com", "example.com", false), ("ü@example.org", "example.com", false),
        ("ü@bücher.example", "xn--bcher-kva.example", true), ("ü@大学.example.com", "xn--pss25c.example.com", true),
        ("ü@example.com", "u@example.com", false),
        ("ü@", "example.com", false), ("@example.com", "example.com", false), ("ü", "example.com", false),
    ])
    func `permit an internationalized mailbox with a permitted host (RFC 9598 §6)`(
        mailbox: String,
        base: String,
        isPermitted: Bool
    ) throws {
        let found = try constraintCodes(permitted: [.email(base)], leaf: [Self.internationalized(mailbox)])
        #expect(found == (isPermitted ? [] : Self.violation))
    }

    @Test func `do not accept an internationalized mailbox as a constraint (RFC 9598 §6)`() throws {
        let hierarchy = try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(permitted: [.email("ü@example.com")])) }
        )
        #expect(try hierarchy.ruleCase.findings(of: ExtensionSyntaxRule()) == ["error extension.invalid 1"])
    }

    @Test(arguments: [
        ("ü@example.com", "example.com", true), ("ü@a.example.com", ".example.com", true),
        ("ü@example.com", "foo@example.com", true), ("ü@example.org", "example.com", false),
        ("ü@bücher.example", "xn--bcher-kva.example", true), ("ü@BÜCHER.example", "xn--bcher-kva.example", true),
        ("ü@bu\u{308}cher.example", "xn--bcher-kva.example", true), ("ü@ｂücher.example", "xn--bcher-kva.example", true),
        ("ü@\u{1112}\u{1161}.example", "xn--4h5b.example", true),
    ])
    func `exclude an internationalized mailbox with any spelling of its host (RFC 9598 §6)`(
        mailbox: String,
        base: String,
        isExcluded: Bool
    ) throws {
        let found = try constraintCodes(excluded: [.email(base)], leaf: [Self.internationalized(mailbox)])
        #expect(found == (isExcluded ? Self.violation : []))
    }

    @Test func `reject a malformed internationalized mailbox if mailboxes are constrained`() throws {
        let base = [TestGeneralName.email("example.com")]
        for value in [
            DERWriter.element(0x16, Array("a@example.com".utf8)), DERWriter.element(0x0C, [0xFF, 0x40, 0x61]),
            DERWriter.element(0x0C, []),
            DERWriter.element(0x0C, Array((String(repeating: "ü", count: 200) + "@example.com").utf8)),
        ] {
            let name = TestGeneralName.other("1.3.6.1.5.5.7.8.9", value: value)
            #expect(try constraintCodes(permitted: base, leaf: [name]) == Self.violation)
        }
    }

    @Test func `reject a permitted mailbox in a subject whose directory name is not permitted`() throws {
        let directory = TestGeneralName.directory(TestName([.organization("Other")]))
        let found = try constraintCodes(
            permitted: [.email(".example.com"), directory],
            leaf: [Self.internationalized("ü@a.example.com")]
        )
        #expect(found == Self.violation)
    }
}
