import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The name constraints rule` {
    private func findings(
        permitted: [TestGeneralName]? = nil,
        excluded: [TestGeneralName]? = nil,
        leaf names: [TestGeneralName]
    ) throws -> [String]? {
        try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(permitted: permitted, excluded: excluded)) },
            leaf: { $0.subjectAlternativeNames = names }
        ).ruleCase.findings(of: NameConstraintsRule())
    }

    private static let violation = ["error constraint.name 0"]

    @Test(arguments: [
        ("example.com", "api.example.com", true), ("example.com", "example.com", true),
        ("example.com", "badexample.com", false), ("example.com", "example.org", false),
        ("example.com", "API.EXAMPLE.COM", true),
    ])
    func `permits names within a DNS subtree (RFC 5280 §4.2.1.10)`(base: String, name: String, isWithin: Bool) throws {
        #expect(try findings(permitted: [.dns(base)], leaf: [.dns(name)]) == (isWithin ? [] : Self.violation))
        #expect(try findings(excluded: [.dns(base)], leaf: [.dns(name)]) == (isWithin ? Self.violation : []))
    }

    @Test(arguments: [
        ("*.example.com", "example.com", true), ("*.example.com", "foo.example.com", false),
        ("*.example.com", ".example.com", true), ("*.foo.example.com", "example.com", true),
        ("*.com", "example.com", false), ("example.com.", "example.com", true), ("example.com.", "example.com.", true),
        ("example.com", "example.com.", false),
        ("example.com", ".", false), ("example.com.", ".", true),
        ("a.example.com", ".example.com", true),
        ("example.com", ".example.com", false), ("a.example.com", "", true),
        ("foo_bar.example.com", "example.com", true),
        ("a b.example.com", "example.com", false), ("a..example.com", "example.com", false), ("", "example.com", false),
    ])
    func `permits a wildcard if all that it matches is permitted, and nothing malformed`(
        name: String,
        base: String,
        isPermitted: Bool
    ) throws {
        #expect(try constraintCodes(permitted: [.dns(base)], leaf: [.dns(name)]) == (isPermitted ? [] : Self.violation))
    }

    @Test(arguments: [
        ("*.example.com", "bar.example.com", true), ("*.example.com", "a.bar.example.com", false),
        ("*.example.com", "example.com", true), ("*.example.com", ".bar.example.com", false),
        ("*.example.com", "bar.example.com.", true), ("*.example.com", "a.bar.example.com.", false),
        ("*.example.com", "example.org", false), ("*.example.com", "barexample.com", false),
        ("*.bar.example.com", "bar.example.com", true), ("*.com", "a.b.com", false), ("*.com", "b.com", true),
        ("a b.example.org", "example.com", true),
    ])
    func `excludes a wildcard if anything that it matches is excluded (CVE-2025-61727)`(
        name: String,
        base: String,
        isExcluded: Bool
    ) throws {
        #expect(try constraintCodes(excluded: [.dns(base)], leaf: [.dns(name)]) == (isExcluded ? Self.violation : []))
    }

    @Test(arguments: [
        ("foo@example.com", "foo@example.com", true), ("foo@EXAMPLE.com", "foo@example.com", true),
        ("Foo@example.com", "foo@example.com", false), ("*@example.com", "*@example.com", true),
        ("user@example.com", "*@example.com", false), ("foo@example.com", "example.com", true),
        ("foo@a.example.com", "example.com", false), ("foo@a.example.com", ".example.com", true),
        ("foo@example.com", ".example.com", false), ("foo@badexample.com", ".example.com", false),
        ("a@b@example.com", "example.com", false), ("foo@example.com", "a@b@example.com", false),
        ("foo", "example.com", false), ("\"a@b\"@example.com", "example.com", true),
    ])
    func `compares mailboxes letter by letter, hosts in any case (RFC 5280 §4.2.1.10)`(
        mailbox: String,
        base: String,
        isPermitted: Bool
    ) throws {
        let found = try constraintCodes(permitted: [.email(base)], leaf: [.email(mailbox)])
        #expect(found == (isPermitted ? [] : Self.violation))
    }

    @Test(arguments: [
        ("https://api.example.com/x", "api.example.com", true), ("https://a.api.example.com", "api.example.com", false),
        ("https://a.example.com", ".example.com", true), ("https://example.com", ".example.com", false),
        ("https://A.Example.COM:8443/x", ".example.com", true), ("https://user@a.example.com", ".example.com", true),
        ("https://evil.example?x.example.com", ".example.com", false),
        ("https://evil.example#.example.com", ".example.com", false),
        ("https://evil.example\\.example.com", ".example.com", false),
        ("https://a.example.com./", ".example.com", true), ("ldap://a.example.com?dn", ".example.com", true),
    ])
    func `compares the host of a URI (RFC 5280 §4.2.1.10)`(uri: String, base: String, isWithin: Bool) throws {
        let permitted = try constraintCodes(permitted: [.uri(base)], leaf: [.uri(uri)])
        #expect(permitted == (isWithin ? [] : Self.violation))
        let excluded = try constraintCodes(excluded: [.uri(base)], leaf: [.uri(uri)])
        // One whose host cannot be told is excluded as well.
        #expect(!isWithin || excluded == Self.violation)
    }

    @Test(arguments: [
        "urn:uuid:1", "https://192.0.2.1/", "https://[2001:db8::1]/", "https://localhost/", "https://%61.example/",
        "mailto:a@example.com", "https://a.example:x/",
    ])
    func `refuses a URI whose host is no domain name, where hosts of URIs are constrained`(uri: String) throws {
        #expect(try constraintCodes(excluded: [.uri("example.org")], leaf: [.uri(uri)]) == Self.violation)
        #expect(try constraintCodes(excluded: [.dns("example.org")], leaf: [.uri(uri)]) == [])
    }

    @Test(arguments: [
        (TestGeneralName.dns("*.example.org"), TestGeneralName.dns("api.example.com")),
        (.uri("https://example.org"), .uri("https://api.example.com")), (.uri("192.0.2.1"), .uri("https://a.example")),
        // A mailbox beyond ASCII (RFC 9598) with a host that is no name.
        (.email("example.org"), .other("1.3.6.1.5.5.7.8.9", value: DERWriter.element(0x0C, Array("ü@-.example".utf8)))),
    ])
    func `refuses what it cannot compare, although nothing is excluded that it sees`(
        base: TestGeneralName,
        name: TestGeneralName
    ) throws {
        #expect(try constraintCodes(excluded: [base], leaf: [name]) == Self.violation)
    }

    @Test func `tells constraints of kinds and distances that there are none of`() throws {
        let base = DERWriter.sequence(TestGeneralName.registeredID("1.2.3").der)
        let distant = DERWriter.sequence(TestGeneralName.dns("example.com").der, [0x80, 0x01, 0x01])
        for subtree in [base, distant] {
            let value = DERWriter.sequence(DERWriter.element(0xA0, subtree))
            let hierarchy = try Hierarchy(intermediate: {
                $0.extensions.append(.raw(.nameConstraints, critical: true, value: value))
            })
            let findings = try hierarchy.ruleCase.findings(of: NameConstraintsRule())
            #expect(findings?.contains("error strict.nameConstraintsSyntax 1") == true)
        }
    }

    @Test func `breaks on malformed names and constraints of a kind, excluded ones too`() throws {
        let network = TestGeneralName.ip([192, 0, 2, 0, 255, 255, 255, 0])
        #expect(try constraintCodes(excluded: [network], leaf: [.ip([192, 0, 2])]) == Self.violation)
        #expect(try constraintCodes(excluded: [.ip([192, 0, 2, 0])], leaf: [.ip([203, 0, 113, 1])]) == Self.violation)
        let torn = TestGeneralName.ip([203, 0, 113, 0, 255, 0, 255, 0])
        #expect(try constraintCodes(excluded: [torn], leaf: [.ip([192, 0, 2, 1])]) == Self.violation)
        #expect(
            try constraintCodes(excluded: [.email("a@b@c.example")], leaf: [.email("x@y.example")]) == Self.violation
        )
        #expect(try constraintCodes(excluded: [.email("a@b@c.example")], leaf: [.dns("y.example")]) == [])
    }

    @Test func `tells a constraint that does not follow its syntax, though it is understood`() throws {
        let found = try findings(permitted: [.dns(".example.com")], leaf: [.dns("api.example.com")])
        #expect(found == ["error strict.nameConstraintsSyntax 1"])
    }

    @Test func `holds intermediates to the constraints above them, but not those that renew themselves`() throws {
        let root = try TestAuthority.root("Root") {
            $0.extensions.append(.nameConstraints(excluded: [.dns("evil.example")]))
        }
        let evil: TestAuthority.Edit = { $0.subjectAlternativeNames = [.dns("*.evil.example")] }
        for (name, expected) in [("Issuing", ["error constraint.name 1"]), ("Root", [])] {
            let issuing = try root.issueAuthority(name, edit: evil)
            let leaf = try issuing.issueLeaf("api.example.com")
            let ruleCase = RuleCase([leaf, issuing.certificate, root.certificate])
            #expect(try ruleCase.findings(of: NameConstraintsRule()) == expected)
        }
        let leaf = try root.issueLeaf("Root", edit: evil)
        #expect(try RuleCase([leaf, root.certificate]).findings(of: NameConstraintsRule()) == Self.violation)
    }

    @Test func `compares URIs and directory names, and rejects constrained names of other kinds`() throws {
        let principal = TestGeneralName.other(
            "1.3.6.1.4.1.311.20.2.3",
            value: DERWriter.element(0x0C, Array("ann".utf8))
        )
        #expect(try findings(excluded: [principal], leaf: [.dns("api.example.com")]) == [])
        #expect(try findings(excluded: [principal], leaf: [principal]) == Self.violation)
        #expect(try findings(permitted: [principal], leaf: [principal]) == Self.violation)
        #expect(try findings(permitted: [.uri("example.com")], leaf: [.uri("https://example.com/")]) == [])
        #expect(try findings(permitted: [.uri("example.com")], leaf: [.uri("https://example.org/")]) == Self.violation)
        let name = TestGeneralName.directory(.commonName("Ann"))
        #expect(try findings(excluded: [name], leaf: [name]) == Self.violation)
    }

    @Test func `says which name breaks whose constraint`() throws {
        let hierarchy = try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(excluded: [.dns("bar.example.com")])) },
            leaf: { $0.subjectAlternativeNames = [.dns("ok.example"), .dns("*.example.com")] }
        )
        let finding = try #require(try hierarchy.ruleCase.full(NameConstraintsRule()).first)
        #expect(
            finding.message
                == "The DNS name \"*.example.com\" of CN=api.example.com matches names in the subtree "
                + "\"bar.example.com\", which CN=Issuing excludes."
        )
        #expect(finding.fact("name") == .text("*.example.com"))
        #expect(finding.fact("constraint") == .text("excluded"))
        #expect(finding.fact("subtrees") == .list(["bar.example.com"]))
        #expect(finding.fact("authority") == .text("CN=Issuing"))
        #expect(finding.fact("authorityDepth") == .number(1))
    }

    @Test(
        arguments: [
            (
                [.dns("example.org"), .ip([192, 0, 2, 0, 255, 255, 255, 0]), .dns("example.net")], nil,
                .dns("api.example.com"),
                "The DNS name \"api.example.com\" of CN=api.example.com is not permitted by CN=Issuing, which permits only "
                    + "\"example.org\", \"example.net\"."
            ),
            (
                [.ip([192, 0, 2, 0, 255, 255, 255, 0])], nil, .ip([203, 0, 113, 1]),
                "The IP address \"203.0.113.1\" of CN=api.example.com is not permitted by CN=Issuing, which permits only "
                    + "\"192.0.2.0/24\"."
            ),
            (
                nil, [.email("other@example.com"), .email("example.com")], .email("ann@example.com"),
                "The mailbox \"ann@example.com\" of CN=api.example.com is in the subtree \"example.com\", which CN=Issuing "
                    + "excludes."
            ),
            (
                nil, [.uri(".example.com")], .uri("https://a.example.com/"),
                "The URI \"https://a.example.com/\" of CN=api.example.com is in the subtree \".example.com\", which "
                    + "CN=Issuing excludes."
            ),
            (
                nil, [.dns("example.org")], .dns(""),
                "The DNS name \"\" (empty) of CN=api.example.com is malformed and cannot be compared with the name "
                    + "constraints of CN=Issuing."
            ),
            (
                nil, [.ip([192, 0, 2, 0])], .ip([203, 0, 113, 1]),
                "The IP address \"203.0.113.1\" of CN=api.example.com cannot be compared with the name constraints of "
                    + "CN=Issuing, one of which is malformed."
            ),
        ] as [([TestGeneralName]?, [TestGeneralName]?, TestGeneralName, String)]
    )
    func `names the name, the subtree and the CA`(
        permitted: [TestGeneralName]?,
        excluded: [TestGeneralName]?,
        name: TestGeneralName,
        message: String
    ) throws {
        let hierarchy = try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(permitted: permitted, excluded: excluded)) },
            leaf: { $0.subjectAlternativeNames = [name] }
        )
        let findings = try hierarchy.ruleCase.full(NameConstraintsRule()).filter { $0.code == .constraintName }
        #expect(findings.map(\.message) == [message])
    }

    @Test func `names the directory name, the subtree and the CA`() throws {
        func organization(_ name: String) -> TestName { TestName([.organization(name)]) }
        func message(
            permitted: [TestGeneralName]? = nil,
            excluded: [TestGeneralName]? = nil,
            names: [TestGeneralName] = [.dns("api.example.com")]
        ) throws -> [String] {
            let hierarchy = try Hierarchy(
                root: { $0.extensions.append(.nameConstraints(permitted: permitted, excluded: excluded)) },
                intermediate: { $0.subject = TestName([.organization("Example"), .commonName("Issuing")]) },
                leaf: {
                    $0.subject = TestName([.organization("Example"), .commonName("Ann")])
                    $0.subjectAlternativeNames = names
                }
            )
            return try hierarchy.ruleCase.full(NameConstraintsRule()).map(\.message)
        }
        #expect(try message(permitted: [.directory(organization("EXAMPLE"))]) == [])
        #expect(
            try message(permitted: [.directory(organization("Other")), .directory(organization("Third"))]) == [
                "The directory name \"CN=Ann,O=Example\" of CN=Ann,O=Example is not permitted by CN=Root, which permits "
                    + "only \"O=Other\", \"O=Third\".",
                "The directory name \"CN=Issuing,O=Example\" of CN=Issuing,O=Example is not permitted by CN=Root, which "
                    + "permits only \"O=Other\", \"O=Third\".",
            ]
        )
        let other = TestGeneralName.directory(TestName([.organization("Other"), .commonName("Bob")]))
        #expect(
            try message(excluded: [.directory(organization("Other"))], names: [.dns("api.example.com"), other]) == [
                "The directory name \"CN=Bob,O=Other\" of CN=Ann,O=Example is in the subtree \"O=Other\", which CN=Root "
                    + "excludes."
            ]
        )
    }

    @Test func `refuses a kind of name that it cannot compare, only where a CA constrains this kind`() throws {
        let principal = TestGeneralName.other(
            "1.3.6.1.4.1.311.20.2.3",
            value: DERWriter.element(0x0C, Array("ann".utf8))
        )
        let hierarchy = try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(excluded: [principal])) },
            leaf: { $0.subjectAlternativeNames = [principal] }
        )
        let finding = try #require(try hierarchy.ruleCase.full(NameConstraintsRule()).first)
        #expect(
            finding.message
                == "The other name \"[0] 060a2b060104018237140203a0050c03616e6e\" of CN=api.example.com is of a kind that "
                + "CN=Issuing constrains and that cannot be compared with name constraints."
        )
        let otherType = TestGeneralName.other("1.2.3", value: DERWriter.element(0x0C, Array("ann".utf8)))
        #expect(try constraintCodes(excluded: [principal], leaf: [otherType]) == [])
        #expect(try constraintCodes(permitted: [principal], leaf: [principal, otherType]) == Self.violation)
        let identifier = TestGeneralName.registeredID("1.2.3")
        #expect(try constraintCodes(permitted: [identifier], leaf: [identifier]) == Self.violation)
        #expect(try constraintCodes(permitted: [identifier], leaf: [otherType]) == [])
    }

    @Test func `refuses names whose kind has a constraint with a minimum or a maximum`() throws {
        func findings(_ distance: [UInt8], leaf name: TestGeneralName) throws -> [String]? {
            let subtree = DERWriter.sequence(TestGeneralName.dns("example.com").der, distance)
            let value = DERWriter.sequence(DERWriter.element(0xA0, subtree))
            return try Hierarchy(
                intermediate: { $0.extensions.append(.raw(.nameConstraints, critical: true, value: value)) },
                leaf: { $0.subjectAlternativeNames = [name] }
            ).ruleCase.findings(of: NameConstraintsRule())
        }
        // The default of 0, written out, is a matter of form.
        #expect(
            try findings([0x80, 1, 0], leaf: .dns("api.example.com"))?.map { $0.split(separator: " ")[1] } == [
                "strict.nameConstraintsSyntax"
            ]
        )
        for distance: [UInt8] in [[0x80, 1, 1], [0x81, 1, 5]] {
            let found = try findings(distance, leaf: .dns("api.example.com"))
            #expect(found?.map { $0.split(separator: " ")[1] } == ["constraint.name", "strict.nameConstraintsSyntax"])
            #expect(
                try findings(distance, leaf: .ip([192, 0, 2, 1]))?.map { $0.split(separator: " ")[1] } == [
                    "strict.nameConstraintsSyntax"
                ]
            )
        }
    }

    /// The violations alone, without what is told of the syntax of constraints.
    private func constraintCodes(
        permitted: [TestGeneralName]? = nil,
        excluded: [TestGeneralName]? = nil,
        leaf names: [TestGeneralName]
    ) throws -> [String]? {
        try findings(permitted: permitted, excluded: excluded, leaf: names)?.filter { $0.hasPrefix("error constraint") }
    }

    @Test func `permits addresses within a network`() throws {
        let network = TestGeneralName.ip([192, 0, 2, 0, 255, 255, 255, 0])
        #expect(try findings(permitted: [network], leaf: [.ip([192, 0, 2, 7])]) == [])
        #expect(try findings(permitted: [network], leaf: [.ip([192, 0, 3, 7])]) == Self.violation)
    }

    @Test func `holds every name to the constraints`() throws {
        #expect(
            try findings(permitted: [.dns("example.com")], leaf: [.dns("a.example.com"), .dns("evil.example")])
                == Self.violation
        )
    }

    @Test func `limits only kinds of names that are constrained, the common name being none of them`() throws {
        #expect(try findings(permitted: [.dns("example.org")], leaf: [.ip([192, 0, 2, 7])]) == [])
    }

    @Test func `comes from the anchor too, and tells the names`() throws {
        let hierarchy = try Hierarchy(root: { $0.extensions.append(.nameConstraints(excluded: [.dns("example.com")])) })
        let finding = try #require(try hierarchy.ruleCase.full(NameConstraintsRule()).first)
        #expect(finding.summary == "error constraint.name 0")
        #expect(finding.fact("names") == .list(["api.example.com"]))
    }

    @Test func `does not apply where no authority constrains names`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: NameConstraintsRule()) == nil)
    }
}

@Suite struct `Name constraints on mailboxes` {
    private static let violation = ["error constraint.name 0"]

    /// Name constraints without lists that are empty.
    private static func constraints(_ permitted: [TestGeneralName], _ excluded: [TestGeneralName]) -> TestExtension {
        .nameConstraints(
            permitted: permitted.isEmpty ? nil : permitted,
            excluded: excluded.isEmpty ? nil : excluded
        )
    }

    /// What the rule finds of a leaf with alternative names below an authority with constraints.
    private func constraintCodes(
        permitted: [TestGeneralName] = [],
        excluded: [TestGeneralName] = [],
        leaf names: [TestGeneralName]
    ) throws -> [String]? {
        let hierarchy = try Hierarchy(
            intermediate: { $0.extensions.append(Self.constraints(permitted, excluded)) },
            leaf: { $0.subjectAlternativeNames = names }
        )
        return try hierarchy.ruleCase.findings(of: NameConstraintsRule())?.filter { $0.contains(" constraint.") }
    }

    /// What the rule finds of a leaf whose subject has an emailAddress.
    private func attributeCodes(
        _ mailbox: String,
        permitted: [TestGeneralName] = [],
        excluded: [TestGeneralName] = [],
        names: [TestGeneralName] = [.dns("api.example.com")]
    ) throws -> [String]? {
        let hierarchy = try Hierarchy(
            intermediate: { $0.extensions.append(Self.constraints(permitted, excluded)) },
            leaf: {
                $0.subject = TestName([.commonName("leaf"), .emailAddress(mailbox)])
                $0.subjectAlternativeNames = names
            }
        )
        return try hierarchy.ruleCase.findings(of: NameConstraintsRule())?.filter { $0.contains(" constraint.") }
    }

    @Test(arguments: [
        ("FoO@example.com", "foo@example.com", true), ("foo@EXAMPLE.com", "FOO@example.com", true),
        ("bar@example.com", "foo@example.com", false), ("foo@example.org", "foo@example.com", false),
        ("foo@example.com", "example.com", true), ("foo@a.example.com", ".EXAMPLE.com", true),
        ("no mailbox", "example.org", true),
    ])
    func `excludes an emailAddress attribute without regard to case (RFC 5280 §4.1.2.6)`(
        mailbox: String,
        base: String,
        isExcluded: Bool
    ) throws {
        let found = try attributeCodes(mailbox, excluded: [.email(base)])
        #expect(found == (isExcluded ? Self.violation : []))
    }

    @Test func `compares an emailAddress attribute beside mailboxes of the alternative names, too`() throws {
        let names: [TestGeneralName] = [.dns("api.example.com"), .email("bar@example.com")]
        #expect(
            try attributeCodes("FOO@example.com", excluded: [.email("foo@example.com")], names: names) == Self.violation
        )
        #expect(
            try attributeCodes("foo@example.org", permitted: [.email("example.com")], names: names) == Self.violation
        )
        #expect(try attributeCodes("foo@example.com", permitted: [.email("example.com")], names: names) == [])
    }

    @Test func `keeps the case of local parts in alternative names (RFC 5280 §7.5)`() throws {
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
    func `permits an internationalized mailbox whose host is permitted (RFC 9598 §6)`(
        mailbox: String,
        base: String,
        isPermitted: Bool
    ) throws {
        let found = try constraintCodes(permitted: [.email(base)], leaf: [Self.internationalized(mailbox)])
        #expect(found == (isPermitted ? [] : Self.violation))
    }

    @Test func `takes no internationalized mailbox as a constraint (RFC 9598 §6)`() throws {
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
    func `excludes an internationalized mailbox, however its host is spelled (RFC 9598 §6)`(
        mailbox: String,
        base: String,
        isExcluded: Bool
    ) throws {
        let found = try constraintCodes(excluded: [.email(base)], leaf: [Self.internationalized(mailbox)])
        #expect(found == (isExcluded ? Self.violation : []))
    }

    @Test func `refuses an internationalized mailbox that is no such thing, where mailboxes are constrained`() throws {
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

    @Test func `rejects a permitted mailbox of a subject whose directory name is not permitted`() throws {
        let directory = TestGeneralName.directory(TestName([.organization("Other")]))
        let found = try constraintCodes(
            permitted: [.email(".example.com"), directory],
            leaf: [Self.internationalized("ü@a.example.com")]
        )
        #expect(found == Self.violation)
    }
}

@Suite struct `Name constraints on directory names` {
    private static let violation = ["error constraint.name 0"]

    /// Values that are not text: malformed strings, and strings in another encoding or under another tag, which an excluded name
    /// could be hidden in.
    private static let malformed: [TestName] = [
        [0x0C, 2, 0x41, 0xFF], [0x1E, 1, 0x41], [0x1E, 2, 0xD8, 0x00], [0x1C, 2, 0, 0x41], [0x1C, 4, 0, 0x11, 0, 0],
        [0x13, 2, 0x41, 0xFC], [0x16, 1, 0x80], [0x2C, 6, 0x0C, 4, 0x41, 0x63, 0x6D, 0x65], [0x80, 1, 0x41],
        [0xC0, 1, 0x41],
        [0x1B, 1, 0x41], [0x19, 1, 0x41], [0x15, 1, 0x41], [2, 1, 7],
    ].map { TestName([.country("US"), TestAttribute(.organization, der: $0)]) }

    private static let base = TestGeneralName.directory(TestName([.organization("Other")]))

    private func codes(
        permitted: [TestGeneralName]? = nil,
        excluded: [TestGeneralName]? = nil,
        subject: TestName = TestName([.country("US")]),
        leaf names: [TestGeneralName] = []
    ) throws -> [String]? {
        try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(permitted: permitted, excluded: excluded)) },
            leaf: {
                $0.subject = subject
                $0.subjectAlternativeNames = names
            }
        ).ruleCase.findings(of: NameConstraintsRule())
    }

    @Test(arguments: malformed) func `reject a value that is not text, in a subject and in an alternative name`(
        name: TestName
    ) throws {
        #expect(try codes(excluded: [Self.base], subject: name) == Self.violation)
        #expect(try codes(excluded: [Self.base], leaf: [.directory(name)]) == Self.violation)
        #expect(try codes(permitted: [.directory(TestName([.country("US")]))], subject: name) == Self.violation)
        // Nothing is compared where no CA constrains directory names.
        #expect(try codes(excluded: [.dns("example.org")], subject: name) == [])
    }

    @Test(arguments: malformed) func `reject every directory name under a base that is not text`(base: TestName) throws
    {
        #expect(try codes(excluded: [.directory(base)]) == Self.violation)
        #expect(try codes(permitted: [.directory(base), .directory(TestName([.country("US")]))]) == Self.violation)
    }

    @Test func `compare text of a wrong alphabet as text`() throws {
        let name = TestName([.country("US"), .organization("a@b", as: .printable)])
        #expect(try codes(permitted: [.directory(name)], subject: name) == [])
        #expect(try codes(excluded: [.directory(name)], subject: name) == Self.violation)
        #expect(try codes(excluded: [Self.base], subject: name) == [])
    }
}

@Suite struct `Name constraints on kinds of names that are not compared` {
    private static let violation = ["error constraint.name 0"]
    private static let principalType: TestObjectIdentifier = "1.3.6.1.4.1.311.20.2.3"
    private static let value = DERWriter.element(0x0C, Array("ann".utf8))
    private static let principal = TestGeneralName.other(principalType, value: value)
    private static let registered = TestGeneralName.registeredID("1.2.3")
    private static let party = TestGeneralName.verbatim(
        DERWriter.element(0xA5, DERWriter.element(0xA1, DERWriter.element(0x0C, [0x41])))
    )
    private static let mail = TestGeneralName.verbatim(DERWriter.element(0xA3, DERWriter.sequence()))

    private func codes(
        _ rule: any Rule = NameConstraintsRule(),
        permitted: [TestGeneralName]? = nil,
        excluded: [TestGeneralName]? = nil,
        leaf names: [TestGeneralName]
    ) throws -> [String]? {
        try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(permitted: permitted, excluded: excluded)) },
            leaf: { $0.subjectAlternativeNames = names }
        ).ruleCase.findings(of: rule)?.filter { !$0.contains("strict.") }
    }

    @Test(arguments: [principal, registered, party, mail])
    func `reject each name of their kind, permitted and excluded (RFC 5280 §4.2.1.10)`(name: TestGeneralName) throws {
        #expect(try codes(excluded: [name], leaf: [name]) == Self.violation)
        #expect(try codes(permitted: [name], leaf: [name]) == Self.violation)
        #expect(try codes(permitted: [name], leaf: [.dns("api.example.com")]) == [])
        #expect(try codes(ExtensionSyntaxRule(), permitted: [name], leaf: [name]) == [])
    }

    @Test func `distinguish the types of otherNames, of any length, and the kinds`() throws {
        let long = TestObjectIdentifier(arcs: [1, 2] + (0..<30).map { 1000 + UInt64($0) })
        let longer = TestObjectIdentifier(arcs: [1, 2] + (0..<30).map { 1001 + UInt64($0) })
        for (type, other) in [(Self.principalType, "1.3.6.1.4.1.311.20.2.4"), (long, longer)] {
            let name = TestGeneralName.other(type, value: Self.value)
            #expect(try codes(excluded: [name], leaf: [.other(type, value: DERWriter.null)]) == Self.violation)
            #expect(try codes(permitted: [name], leaf: [.other(other, value: Self.value)]) == [])
        }
        #expect(try codes(excluded: [Self.registered], leaf: [.registeredID("1.2.4")]) == Self.violation)
        #expect(try codes(excluded: [Self.registered], leaf: [.other("1.2.3", value: Self.value)]) == [])
        #expect(try codes(excluded: [Self.party], leaf: [Self.mail, Self.registered, Self.principal]) == [])
    }

    private static let type = principalType.der
    private static let explicit = DERWriter.element(0xA0, value)

    /// The type with the length 10 in two octets.
    private static let longLength = [0x06, 0x81, UInt8(principalType.content.count)] + principalType.content

    @Test(arguments: [
        ("a length in two octets", DERWriter.element(0xA0, longLength + explicit)),
        ("no type", DERWriter.element(0xA0, explicit)),
        ("no content", DERWriter.element(0xA0, [])),
        ("no value", DERWriter.element(0xA0, type)),
        ("an empty value", DERWriter.element(0xA0, type + [0xA0, 0])),
        ("two values", DERWriter.element(0xA0, type + DERWriter.element(0xA0, value + value))),
        ("a second [0]", DERWriter.element(0xA0, type + explicit + explicit)),
        ("a value with the tag [1]", DERWriter.element(0xA0, type + DERWriter.element(0xA1, value))),
        ("a type with a padded arc", DERWriter.element(0xA0, [0x06, 3, 0x2A, 0x80, 0x01] + explicit)),
        ("an empty type", DERWriter.element(0xA0, [0x06, 0] + explicit)),
        ("a type of 65 octets", DERWriter.element(0xA0, [0x06, 65] + [UInt8](repeating: 1, count: 65) + explicit)),
        ("an empty registeredID", [0x88, 0]),
        ("a registeredID that is cut off", [0x88, 2, 0x2A, 0x83]),
        ("a party name that is missing", DERWriter.element(0xA5, [])),
        ("a party name that is an integer", DERWriter.element(0xA5, DERWriter.element(0xA1, [2, 1, 0]))),
        ("a party name of two strings", DERWriter.element(0xA5, DERWriter.element(0xA1, value + value))),
        (
            "a party name after which something follows",
            DERWriter.element(0xA5, DERWriter.element(0xA1, value) + [5, 0])
        ),
        ("an X.400 address that is cut off", DERWriter.element(0xA3, [0x30, 5, 0])),
    ])
    func `are malformed with a malformed name, in an alternative name and in a constraint`(
        defect: String,
        name: [UInt8]
    ) throws {
        let rule = ExtensionSyntaxRule()
        #expect(try codes(rule, excluded: [Self.principal], leaf: [.verbatim(name)]) == ["error extension.invalid 0"])
        #expect(try codes(rule, excluded: [.verbatim(name)], leaf: [Self.principal]) == ["error extension.invalid 1"])
    }

    @Test func `are broken by an internationalized mailbox of a constrained type, and by nothing else of another kind`()
        throws
    {
        let mailbox = TestGeneralName.other(
            "1.3.6.1.5.5.7.8.9",
            value: DERWriter.element(0x0C, Array("ü@example.com".utf8))
        )
        #expect(try codes(excluded: [mailbox], leaf: [mailbox]) == Self.violation)
        // An X.400 address whose content is that of such a mailbox is none.
        let content = DERWriter.element(0xA3, Array(mailbox.der.dropFirst(2)))
        #expect(try codes(excluded: [mailbox], leaf: [.verbatim(content)]) == [])
        #expect(try codes(permitted: [.email("example.org")], leaf: [.verbatim(content)]) == [])
        #expect(try codes(permitted: [.email("example.org")], leaf: [mailbox]) == Self.violation)
    }
}
