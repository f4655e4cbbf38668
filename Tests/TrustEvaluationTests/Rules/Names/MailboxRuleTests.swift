import Testing
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The mailbox rule` {
    @Test(
        arguments: [
            ([], nil),
            (["a@example.com"], []),
            (["a@EXAMPLE.com", "B@example.com"], []),
            (["A@example.com"], ["error host.emailMismatch 0"]),
            (["b@example.com", "c@example.com"], ["error host.emailMismatch 0", "error host.emailMismatch 0"]),
            (["example.com"], ["error host.emailMismatch 0"]),
        ] as [([String], [String]?)]
    )
    func `requires each mailbox, with an exact local part (RFC 5280 §7.5)`(emails: [String], expected: [String]?) throws
    {
        let names: [TestGeneralName] = [.email("a@example.com"), .email("B@example.com"), .dns("example.com")]
        var ruleCase = try Hierarchy(leaf: { $0.subjectAlternativeNames = names }).ruleCase
        ruleCase.requirements.emails = emails
        #expect(try ruleCase.findings(of: MailboxRule()) == expected)
    }

    private static func internationalized(_ text: String) -> TestGeneralName {
        .other("1.3.6.1.5.5.7.8.9", value: DERWriter.element(0x0C, Array(text.utf8)))
    }

    @Test(arguments: [
        ("ü@example.com", true), ("ü@EXAMPLE.com", true), ("Ü@example.com", false), ("u\u{308}@example.com", false),
        ("ü@example.org", false), ("ann@xn--mnchen-3ya.example", true), ("ann@münchen.example", true),
        ("ö@xn--mnchen-3ya.example", true), ("ö@münchen.example", true), ("ö@MÜNCHEN.example", false),
        // RFC 9598 section 3: only an rfc822Name may contain a mailbox with an ASCII local part.
        ("bob@example.com", false),
    ])
    func `finds mailboxes with non-ASCII local parts in SmtpUTF8Mailbox names (RFC 9598 §5)`(
        email: String,
        isFound: Bool
    ) throws {
        let names: [TestGeneralName] = [
            Self.internationalized("ü@example.com"), .email("ann@xn--mnchen-3ya.example"),
            Self.internationalized("ö@xn--mnchen-3ya.example"), Self.internationalized("bob@example.com"),
            Self.internationalized("@"), .other("1.3.6.1.5.5.7.8.9", value: [0x05, 0x00]),
        ]
        var ruleCase = try Hierarchy(leaf: { $0.subjectAlternativeNames = names }).ruleCase
        ruleCase.requirements.emails = [email]
        #expect(try ruleCase.findings(of: MailboxRule()) == (isFound ? [] : ["error host.emailMismatch 0"]))
    }

    @Test func `ignores the subject's emailAddress`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.subject = TestName([.emailAddress("a@example.com")]) }).ruleCase
        ruleCase.requirements.emails = ["a@example.com"]
        #expect(try ruleCase.findings(of: MailboxRule()) == ["error host.emailMismatch 0"])
    }
}
