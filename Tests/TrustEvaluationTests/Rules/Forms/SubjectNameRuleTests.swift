import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The subject name rule` {
    private let rule = SubjectNameRule()

    @Test func `accepts names in the required fields`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: rule) == [])
        let nameless = try Hierarchy(leaf: {
            $0.subject = .empty
            $0.extensions.set(.subjectAlternativeName([.dns("api.example.com")], critical: true))
        })
        #expect(try nameless.ruleCase.findings(of: rule) == [])
    }

    @Test func `requires critical alternative names if the subject is empty (RFC 5280 §4.2.1.6)`() throws {
        let findings = try Hierarchy(leaf: { $0.subject = .empty }).ruleCase.full(rule)
        #expect(findings.map(\.summary) == ["error strict.subjectAltNameNotCritical 0"])
    }

    @Test
    func `requires a subject in CA certificates and in certificates without alternative names (RFC 5280 §4.1.2.6)`()
        throws
    {
        let root = try TestAuthority.root("Root")
        let nameless = try root.issueAuthority("") {
            $0.subject = .empty
            $0.extensions.append(.subjectAlternativeName([.dns("ca.example.com")], critical: true))
        }
        let leaf = try nameless.issueLeaf("api.example.com") {
            $0.subject = .empty
            $0.subjectAlternativeNames = []
        }
        let findings = try RuleCase([leaf, nameless.certificate, root.certificate]).findings(of: rule)
        #expect(
            findings == [
                "error strict.issuerNameEmpty 0", "error strict.subjectNameEmpty 0", "error strict.subjectNameEmpty 1",
            ]
        )
    }

    @Test func `rejects an empty list of alternative names`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.extensions.set(.subjectAlternativeName([])) })
        #expect(try hierarchy.ruleCase.findings(of: rule) == ["error strict.subjectAltNameEmpty 0"])
    }

    @Test func `rejects critical alternative names if the subject is not empty (Baseline Requirements §7.1.2.7.12)`()
        throws
    {
        let names = TestExtension.subjectAlternativeName([.dns("api.example.com")], critical: true)
        let hierarchy = try Hierarchy(intermediate: { $0.extensions.append(names) }, leaf: { $0.extensions.set(names) })
        #expect(try hierarchy.ruleCase.findings(of: rule) == ["error webpki.subjectAltNameCritical 0"])
    }

    @Test(arguments: [
        ("A-Z a-z 0-9 '()+,-./:=?", TestStringType.printable, true), ("a@b", .printable, false),
        ("a*b", .printable, false),
        ("a&b", .printable, false), ("a_b", .printable, false), ("a\0b", .printable, false), ("ü", .printable, false),
        ("a@b_c*&", .ia5, true), ("a\0b", .ia5, false), ("ü", .ia5, false), ("12 3", .numeric, true),
        ("1a", .numeric, false), ("ü@*", .utf8, true), ("a\0b", .utf8, false), ("ü@*", .bmp, true),
        ("a\0b", .bmp, false),
        ("ü@*", .teletex, true),
    ])
    func `requires characters that the string type allows, without NUL (X.680 §41.4)`(
        text: String,
        type: TestStringType,
        isRight: Bool
    ) throws {
        let name = TestName([.commonName("leaf"), .organization(text, as: type)])
        let leaf = try Hierarchy(leaf: { $0.subject = name }).ruleCase.full(rule)
        #expect(leaf.map(\.summary) == (isRight ? [] : ["error strict.nameCharacters 0"]))
        #expect(leaf.first?.fact("attribute") == (isRight ? nil : .text("O")))
        let root = try Hierarchy(root: {
            $0.subject = name
            $0.issuer = name
        })
        // The certificate that the root issued contains its name as well.
        let expected = isRight ? [] : ["error strict.nameCharacters 1", "error strict.nameCharacters 2"]
        #expect(try root.ruleCase.findings(of: rule) == expected)
    }

    @Test(arguments: [
        ([0xD8, 0x3D, 0xDE, 0x00], false), ([0x00, 0x41, 0xD8, 0x00], false), ([0xDC, 0x00], false),
        ([0xD7, 0xFF, 0xE0, 0x00], true), ([0x00, 0x41, 0x00, 0xD8], true),
    ])
    func `rejects surrogates in a BMPString, paired or not (X.680 §41.15)`(content: [UInt8], isRight: Bool) throws {
        let organization = TestAttribute(.organization, der: DERWriter.element(0x1E, content))
        let hierarchy = try Hierarchy(leaf: { $0.subject = TestName([.commonName("leaf"), organization]) })
        #expect(try hierarchy.ruleCase.findings(of: rule) == (isRight ? [] : ["error strict.nameCharacters 0"]))
    }
}
