import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The key usage rule` {
    /// Returns the findings except the warnings about enciphering with the tests' elliptic curve keys.
    private func errors(_ ruleCase: RuleCase) throws -> [String]? {
        try ruleCase.findings(of: KeyUsageRule())?.filter { !$0.hasPrefix("warning") }
    }

    @Test func `accepts keys with the required usages, and keys without a key usage`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: KeyUsageRule()) == [])
        let unlimited = try Hierarchy(leaf: { $0.keyUsage = nil })
        #expect(try unlimited.ruleCase.findings(of: KeyUsageRule()) == [])
    }

    @Test func `rejects an issuer without keyCertSign (RFC 5280 §6.1.4 (n))`() throws {
        let hierarchy = try Hierarchy(intermediate: { $0.keyUsage = [.digitalSignature, .crlSign] })
        let findings = try hierarchy.ruleCase.full(KeyUsageRule())
        #expect(findings.map(\.summary) == ["error constraint.keyUsage 1"])
        #expect(findings.first?.fact("keyUsage") == .list(["digitalSignature", "cRLSign"]))
    }

    @Test(arguments: [
        (TestKeyUsage.keyEncipherment, KeyPurpose.serverAuth, []),
        (.keyAgreement, .serverAuth, []),
        (.dataEncipherment, .serverAuth, ["error constraint.keyUsage 0"]),
        (.keyEncipherment, .clientAuth, ["error constraint.keyUsage 0"]),
        (.digitalSignature, .clientAuth, []),
        (.dataEncipherment, .emailProtection, []),
    ])
    func `requires a usage that TLS can use`(usage: TestKeyUsage, purpose: KeyPurpose, expected: [String]) throws {
        var ruleCase = try Hierarchy(leaf: { $0.keyUsage = usage }).ruleCase
        ruleCase.requirements.purpose = purpose
        #expect(try errors(ruleCase) == expected)
    }

    @Test func `requires all usages in the policy if the certificate has a key usage`() throws {
        var ruleCase = try Hierarchy().ruleCase
        ruleCase.requirements.keyUsage = [.digitalSignature]
        #expect(try ruleCase.findings(of: KeyUsageRule()) == [])
        ruleCase.requirements.keyUsage = [.digitalSignature, .nonRepudiation]
        let finding = try #require(try ruleCase.full(KeyUsageRule()).first)
        #expect(finding.summary == "error constraint.keyUsage 0")
        #expect(finding.message == "The key usage of CN=api.example.com lacks nonRepudiation.")
    }

    @Test func `warns if only the form of the key usage is wrong`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.keyUsage = [.digitalSignature, .keyCertSign] })
        #expect(try hierarchy.ruleCase.findings(of: KeyUsageRule()) == ["warning constraint.keyUsage 0"])
    }

    @Test func `requires no TLS usage under basicX509`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.keyUsage = .dataEncipherment }).ruleCase
        ruleCase.requirements = PathRequirements(profile: .basicX509, anchors: [])
        #expect(try errors(ruleCase) == [])
    }

    @Test func `requires no TLS usage under the profiles of RFC 5280, which has no such rule`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.keyUsage = .dataEncipherment }).ruleCase
        for profile in [Profile.rfc5280, .rfc5280Strict] {
            ruleCase.requirements.profile = profile
            #expect(try errors(ruleCase) == [])
        }
    }

    @Test(arguments: [
        (Profile.server, Severity.warning), (.rfc5280, .warning), (.rfc5280Strict, .error), (.webpki, .error),
    ])
    func `reports keyCertSign without the CA flag with the severity of the profile (RFC 5280 §4.2.1.9)`(
        profile: Profile,
        severity: Severity
    ) throws {
        var ruleCase = try Hierarchy(leaf: { $0.keyUsage = [.digitalSignature, .keyCertSign] }).ruleCase
        ruleCase.requirements.profile = profile
        let found = PathEvaluation(try ruleCase.context()).findings.first { $0.code == .constraintKeyUsage }
        #expect(found?.severity == severity)
    }

    @Test(arguments: [TestKeyUsage.keyEncipherment, .dataEncipherment])
    func `reports elliptic curve keys with enciphering usages (RFC 8813 §3)`(usage: TestKeyUsage) throws {
        func findings(_ kind: TestKeyKind, _ usage: TestKeyUsage) throws -> [String]? {
            let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256))
            let leaf = try root.issueLeaf("api.example.com", key: .shared(kind)) { $0.keyUsage = usage }
            return try RuleCase([leaf, root.certificate]).findings(of: KeyUsageRule())
        }
        let both = usage.union(.digitalSignature)
        #expect(try findings(.ecdsaP384, both) == ["warning constraint.keyUsage 0"])
        #expect(try findings(.ecdsaP384, [.digitalSignature, .keyAgreement]) == [])
        #expect(try findings(.rsa(2048), both) == [])
        var ruleCase = try Hierarchy(intermediate: { $0.keyUsage = [.keyCertSign, .crlSign, usage] }).ruleCase
        for (profile, isAccepted) in [(Profile.server, true), (.rfc5280, true), (.rfc5280Strict, false)] {
            ruleCase.requirements.profile = profile
            let evaluated = PathEvaluation(try ruleCase.context())
            #expect(evaluated.isAccepted == isAccepted)
            #expect(evaluated.findings.map(\.code) == [.constraintKeyUsage])
        }
    }
}
