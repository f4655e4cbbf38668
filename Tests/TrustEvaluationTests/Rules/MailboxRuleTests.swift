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

    @Test func `ignores the subject's emailAddress`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.subject = TestName([.emailAddress("a@example.com")]) }).ruleCase
        ruleCase.requirements.emails = ["a@example.com"]
        #expect(try ruleCase.findings(of: MailboxRule()) == ["error host.emailMismatch 0"])
    }
}
