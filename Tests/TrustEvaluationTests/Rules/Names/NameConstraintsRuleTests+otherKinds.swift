import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Name constraints on types of names that are not compared` {
    private static let violation = nameConstraintViolation
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
        try Hierarchy.findings(of: rule, permitted: permitted, excluded: excluded, leaf: names)?
            .filter { !$0.contains("strict.") }
    }

    @Test(arguments: [principal, registered, party, mail])
    func `reject each name of their type, permitted or excluded (RFC 5280 §4.2.1.10)`(name: TestGeneralName) throws {
        #expect(try codes(excluded: [name], leaf: [name]) == Self.violation)
        #expect(try codes(permitted: [name], leaf: [name]) == Self.violation)
        #expect(try codes(permitted: [name], leaf: [.dns("api.example.com")]) == [])
        #expect(try codes(ExtensionSyntaxRule(), permitted: [name], leaf: [name]) == [])
    }

    @Test func `distinguish types of names, and otherName types of any length`() throws {
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

    /// The otherName type with its length 10 encoded in two octets.
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
    func `reject malformed names in alternative names and in constraints`(
        defect: String,
        name: [UInt8]
    ) throws {
        let rule = ExtensionSyntaxRule()
        #expect(try codes(rule, excluded: [Self.principal], leaf: [.verbatim(name)]) == ["error extension.invalid 0"])
        #expect(try codes(rule, excluded: [.verbatim(name)], leaf: [Self.principal]) == ["error extension.invalid 1"])
    }

    @Test func `reject an internationalized mailbox of a constrained otherName type, but no name of another type`()
        throws
    {
        let mailbox = TestGeneralName.other(
            "1.3.6.1.5.5.7.8.9",
            value: DERWriter.element(0x0C, Array("ü@example.com".utf8))
        )
        #expect(try codes(excluded: [mailbox], leaf: [mailbox]) == Self.violation)
        // An X.400 address with the content of such a mailbox is not a mailbox.
        let content = DERWriter.element(0xA3, Array(mailbox.der.dropFirst(2)))
        #expect(try codes(excluded: [mailbox], leaf: [.verbatim(content)]) == [])
        #expect(try codes(permitted: [.email("example.org")], leaf: [.verbatim(content)]) == [])
        #expect(try codes(permitted: [.email("example.org")], leaf: [mailbox]) == Self.violation)
    }

    @Test(arguments: [
        ("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", true), ("http://192.0.2.1/", true),
        ("http://[2001:db8::1]/", true), ("http://localhost/", true), ("no uri", false),
    ])
    func `call a well-formed URI without a host name not malformed`(uri: String, isURI: Bool) throws {
        let hierarchy = try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(excluded: [.uri("example.com")])) },
            leaf: { $0.subjectAlternativeNames = [.dns("api.example.com"), .uri(uri)] }
        )
        let finding = try #require(
            try hierarchy.ruleCase.full(NameConstraintsRule()).first { $0.code == .constraintName }
        )
        #expect(finding.message.contains("is malformed") != isURI)
        #expect(finding.message.contains("has no fully qualified host name") == isURI)
    }
}
