import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The alternative name rule` {
    private let rule = AlternativeNameRule()

    private func findings(_ names: [TestGeneralName], purpose: KeyPurpose = .any) throws -> [String]? {
        var ruleCase = try Hierarchy(leaf: { $0.subjectAlternativeNames = names }).ruleCase
        ruleCase.requirements.purpose = purpose
        return try ruleCase.findings(of: rule)
    }

    @Test(arguments: [
        TestGeneralName.dns("api.example.com"), .dns("*.example.com"), .dns("xn--mnchen-3ya.example"),
        .dns("LOCALHOST"),
        .dns("3com.com"), .email("ann@example.com"), .email("*@example.com"), .email("a.b+c@example.com"),
        .email("\"a b@c\"@example.com"), .uri("https://example.com/a"), .uri("urn:x"), .ip([192, 0, 2, 1]),
        .ip([UInt8](repeating: 0, count: 16)), .directory(.commonName("x")), .registeredID("1.2.3"),
    ])
    func `accepts names with valid syntax (RFC 5280 §4.2.1.6)`(name: TestGeneralName) throws {
        #expect(try findings([name]) == [])
    }

    @Test(arguments: [
        TestGeneralName.dns("foo_bar.example.com"), .dns("8.8.8.8"), .dns(""), .dns(" "), .dns("."),
        .dns("example.com."),
        .dns("a..example.com"), .dns(".example.com"), .dns("-a.example.com"), .dns("a-.example.com"), .dns("*"),
        .dns("a.*.example.com"), .dns("a*.example.com"), .dns("*.*.example.com"), .dns("example.com:443"),
        .dns(String(repeating: "a", count: 64) + ".com"), .dns("a b.example.com"),
        .email("ann"), .email("@example.com"), .email("ann@"), .email("a@b@example.com"), .email("a b@example.com"),
        .email("ann@ex_ample.com"), .email("a..b@example.com"), .email("\"a@example.com"), .email("\"\\\"@example.com"),
        .uri("/a"), .uri("example.com"), .uri("http:"), .uri(":x"), .uri("1a:x"), .uri("http://a b"),
        .ip([192, 0, 2]), .ip([192, 0, 2, 0, 255, 255, 255, 0]), .ip([]),
    ])
    func `rejects malformed names and reports them (RFC 5280 §4.2.1.6)`(name: TestGeneralName) throws {
        #expect(try findings([.dns("api.example.com"), name]) == ["error strict.subjectAltNameSyntax 0"])
    }

    @Test func `checks CA certificates too, and limits the number of findings`() throws {
        let names = [TestGeneralName](repeating: .dns("_"), count: 100)
        let hierarchy = try Hierarchy(intermediate: { $0.subjectAlternativeNames = names })
        let expected = [String](repeating: "error strict.subjectAltNameSyntax 1", count: 16)
        #expect(try hierarchy.ruleCase.findings(of: rule) == expected)
    }

    @Test func `shows control characters and quotes as escapes`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns("a\n\u{7F}\"b")] })
        let finding = try #require(try hierarchy.ruleCase.full(rule).first)
        #expect(finding.fact("name") == .text(#"a\n\u{7F}"b"#))
        #expect(finding.message.hasPrefix(#"The subject alternative name "a\n\u{7F}\"b" of "#), "\(finding.message)")
    }

    @Test
    func `requires a server certificate to have only DNS names and addresses (Baseline Requirements §7.1.2.7.12)`()
        throws
    {
        #expect(try findings([.dns("a.example"), .ip([192, 0, 2, 1])], purpose: .serverAuth) == [])
        #expect(try findings([], purpose: .serverAuth) == ["error webpki.subjectAltNameMissing 0"])
        let mixed: [TestGeneralName] = [.dns("a.example"), .email("ann@example.com")]
        #expect(try findings(mixed, purpose: .serverAuth) == ["error webpki.subjectAltNameKind 0"])
        #expect(try findings(mixed, purpose: .clientAuth) == [])
    }

    @Test(arguments: [
        ("*.co.uk", false), ("*.COM", false), ("*.anything.ck", false), ("*.xn--p1ai", false),
        ("*.example.co.uk", true), ("co.uk", true), ("*.github.io", true), ("*.s3.amazonaws.com", true),
        ("*.corp", true),
    ])
    func
        `wants of a server no wildcard for a whole registry's suffix, whatever the host (Baseline Requirements §3.2.2.6)`(
            name: String,
            isRight: Bool
        ) throws
    {
        let names: [TestGeneralName] = [.dns("api.example.com"), .dns(name)]
        let expected = isRight ? [] : ["error webpki.wildcardForbidden 0"]
        #expect(try findings(names, purpose: .serverAuth) == expected)
        #expect(try findings(names, purpose: .clientAuth) == [])
    }

    @Test(arguments: [
        ("1.2.0.192.in-addr.arpa", true), ("8.B.D.0.1.0.0.2.IP6.ARPA", true), ("ip6.arpa", true),
        ("*.in-addr.arpa", true), ("x.in-addr.arpa.", true), ("in-addr.arpa.example.com", false),
        ("home.arpa", false), ("my-in-addr.arpa", false), ("arpa", false), ("in-addr.test", false),
    ])
    func `rejects names in zones for reverse mapping since 2026-03-15 (Baseline Requirements §7.1.2.7.12)`(
        name: String,
        isWrong: Bool
    ) throws {
        let march2026 = TestInstant(year: 2026, month: 3, day: 15)
        for (notBefore, isDue) in [(march2026, true), (march2026.adding(seconds: -1), false)] {
            let hierarchy = try Hierarchy(leaf: {
                $0.notBefore = notBefore
                $0.notAfter = notBefore.adding(days: 30)
                $0.subjectAlternativeNames = [.dns("api.example.com"), .dns(name)]
            })
            var ruleCase = hierarchy.ruleCase
            func findings() throws -> [String] {
                try ruleCase.full(rule).filter { $0.code == .webpkiReverseZoneName }.map(\.summary)
            }
            #expect(try findings() == (isDue && isWrong ? ["error webpki.reverseZoneName 0"] : []))
            ruleCase.requirements.purpose = .clientAuth
            #expect(try findings() == [])
        }
    }
}
