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
        try Hierarchy.findings(permitted: permitted, excluded: excluded, leaf: names)
    }

    private static let violation = nameConstraintViolation

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
    func `permits a wildcard if all its matches are permitted, and rejects malformed names`(
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
    func `excludes a wildcard if any of its matches is excluded (CVE-2025-61727)`(
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
    func `compares local parts case-sensitively and hosts case-insensitively (RFC 5280 §4.2.1.10)`(
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
        // A URI without a recognizable host is excluded as well.
        #expect(!isWithin || excluded == Self.violation)
    }

    @Test(arguments: [
        "urn:uuid:1", "https://192.0.2.1/", "https://[2001:db8::1]/", "https://localhost/", "https://%61.example/",
        "mailto:a@example.com", "https://a.example:x/",
    ])
    func `rejects a URI whose host is not a domain name if URIs are constrained`(uri: String) throws {
        #expect(try constraintCodes(excluded: [.uri("example.org")], leaf: [.uri(uri)]) == Self.violation)
        #expect(try constraintCodes(excluded: [.dns("example.org")], leaf: [.uri(uri)]) == [])
    }

    @Test(arguments: [
        (TestGeneralName.dns("*.example.org"), TestGeneralName.dns("api.example.com")),
        (.uri("https://example.org"), .uri("https://api.example.com")), (.uri("192.0.2.1"), .uri("https://a.example")),
        // An internationalized mailbox (RFC 9598) with an invalid host.
        (.email("example.org"), .other("1.3.6.1.5.5.7.8.9", value: DERWriter.element(0x0C, Array("ü@-.example".utf8)))),
    ])
    func `rejects names that cannot be compared with an excluded subtree`(
        base: TestGeneralName,
        name: TestGeneralName
    ) throws {
        #expect(try constraintCodes(excluded: [base], leaf: [name]) == Self.violation)
    }

    @Test func `reports constraints of unsupported types, and minimum and maximum fields`() throws {
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

    @Test func `rejects malformed names and constraints, including excluded subtrees`() throws {
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

    @Test func `reports a constraint with invalid but understandable syntax`() throws {
        let found = try findings(permitted: [.dns(".example.com")], leaf: [.dns("api.example.com")])
        #expect(found == ["error strict.nameConstraintsSyntax 1"])
    }

    @Test func `applies constraints to intermediates, but not to self-issued ones`() throws {
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

    @Test func `compares URIs and directory names, and rejects constrained names of other types`() throws {
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

    @Test func `reports the name and the CA whose constraint it violates`() throws {
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
                    + "CN=Issuing: one of the constraints is malformed."
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

    @Test func `rejects a type of name that cannot be compared only if a CA constrains the type`() throws {
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
                + "cannot be compared with the name constraints of CN=Issuing."
        )
        let otherType = TestGeneralName.other("1.2.3", value: DERWriter.element(0x0C, Array("ann".utf8)))
        #expect(try constraintCodes(excluded: [principal], leaf: [otherType]) == [])
        #expect(try constraintCodes(permitted: [principal], leaf: [principal, otherType]) == Self.violation)
        let identifier = TestGeneralName.registeredID("1.2.3")
        #expect(try constraintCodes(permitted: [identifier], leaf: [identifier]) == Self.violation)
        #expect(try constraintCodes(permitted: [identifier], leaf: [otherType]) == [])
    }

    @Test func `rejects names whose type has a constraint with a minimum or a maximum`() throws {
        func findings(_ distance: [UInt8], leaf name: TestGeneralName) throws -> [String]? {
            let subtree = DERWriter.sequence(TestGeneralName.dns("example.com").der, distance)
            let value = DERWriter.sequence(DERWriter.element(0xA0, subtree))
            return try Hierarchy(
                intermediate: { $0.extensions.append(.raw(.nameConstraints, critical: true, value: value)) },
                leaf: { $0.subjectAlternativeNames = [name] }
            ).ruleCase.findings(of: NameConstraintsRule())
        }
        // An explicit default of 0 violates only the form.
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

    /// Returns the violations without the findings about the syntax of constraints.
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

    @Test func `applies the constraints to every name`() throws {
        #expect(
            try findings(permitted: [.dns("example.com")], leaf: [.dns("a.example.com"), .dns("evil.example")])
                == Self.violation
        )
    }

    @Test func `limits only constrained types of names, and never the common name`() throws {
        #expect(try findings(permitted: [.dns("example.org")], leaf: [.ip([192, 0, 2, 7])]) == [])
    }

    @Test func `applies the anchor's constraints, and reports the names`() throws {
        let hierarchy = try Hierarchy(root: { $0.extensions.append(.nameConstraints(excluded: [.dns("example.com")])) })
        let finding = try #require(try hierarchy.ruleCase.full(NameConstraintsRule()).first)
        #expect(finding.summary == "error constraint.name 0")
        #expect(finding.fact("names") == .list(["api.example.com"]))
    }

    @Test func `does not apply if no CA constrains names`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: NameConstraintsRule()) == nil)
    }
}
