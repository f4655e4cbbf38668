import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The key usage rule` {
    /// Returns the findings except the warnings about usages that the tests' elliptic curve keys cannot have.
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

    private static let signing: Set<String> = ["digitalSignature", "nonRepudiation", "keyCertSign", "cRLSign"]
    private static let encipherment: Set<String> = ["keyEncipherment", "dataEncipherment"]
    private static let agreement: Set<String> = ["keyAgreement", "encipherOnly", "decipherOnly"]

    private static func key(_ type: TestObjectIdentifier, _ parameters: [UInt8] = []) -> [UInt8] {
        DERWriter.sequence(
            DERWriter.sequence(type.der, parameters),
            DERWriter.bitString([UInt8](repeating: 9, count: 32))
        )
    }

    private static let usagesByType: [(key: [UInt8], allowed: Set<String>)] = [
        (key("1.2.840.113549.1.1.1", DERWriter.null), signing.union(encipherment)),
        (key("1.2.840.113549.1.1.10"), signing), (key("1.2.840.113549.1.1.7"), encipherment),
        (key("1.2.840.10045.2.1", TestObjectIdentifier("1.2.840.10045.3.1.7").der), signing.union(agreement)),
        (key("1.3.132.1.12", TestObjectIdentifier("1.2.840.10045.3.1.7").der), agreement),
        (key("1.3.101.112"), signing), (key("1.3.101.113"), signing), (key("1.3.101.110"), agreement),
        (key("1.3.101.111"), agreement), (key("1.2.840.10040.4.1"), signing), (key("1.2.840.10046.2.1"), agreement),
        (key("1.2.840.113549.1.3.1"), agreement), (key("2.16.840.1.101.3.4.3.18"), signing),
        (key("2.16.840.1.101.3.4.3.20"), signing), (key("2.16.840.1.101.3.4.3.31"), signing),
        (key("2.16.840.1.101.3.4.4.2"), ["keyEncipherment"]),
    ]

    @Test(arguments: usagesByType)
    func `warns of each usage that keys of the type cannot have (RFC 3279 §2.3, RFC 4055 §1.2, RFC 9295 §3)`(
        key: [UInt8],
        allowed: Set<String>
    ) throws {
        for bit in 0..<9 {
            let usage = KeyUsage(rawValue: 1 << UInt16(bit))
            let name = try #require(usage.names.first)
            let findings = try Hierarchy(leaf: {
                $0.subjectPublicKeyInfo = key
                $0.keyUsage = TestKeyUsage(rawValue: 1 << UInt16(bit))
            }).ruleCase.full(KeyUsageRule()).filter { $0.message.contains("which no ") }
            #expect(
                findings.map(\.summary) == (allowed.contains(name) ? [] : ["warning constraint.keyUsage 0"]),
                "\(name)"
            )
            #expect(findings.allSatisfy { $0.message.contains("includes \(name), which no ") })
        }
    }

    @Test func `does not know the usages of keys of unknown types`() throws {
        let hierarchy = try Hierarchy(leaf: {
            $0.subjectPublicKeyInfo = Self.key("1.2.3.4")
            $0.keyUsage = TestKeyUsage(rawValue: 0x1DF)
        })
        #expect(try hierarchy.ruleCase.findings(of: KeyUsageRule()) == [])
    }

    @Test(arguments: [(Profile.server, false), (.rfc5280, false), (.rfc5280Strict, true), (.webpki, true)])
    func `rejects such usages only under the strict profiles`(profile: Profile, isError: Bool) throws {
        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256))
        let leaf = try root.issueLeaf("api.example.com", key: .shared(.rsa(2048))) {
            $0.keyUsage = [.digitalSignature, .keyAgreement]
        }
        var ruleCase = RuleCase([leaf, root.certificate])
        ruleCase.requirements.profile = profile
        let found = PathEvaluation(try ruleCase.context()).findings.filter { $0.code == .constraintKeyUsage }
        #expect(found.map(\.severity) == [isError ? .error : .warning])
        #expect(
            found.first?.message
                == "The key usage of CN=api.example.com includes keyAgreement, which no RSA key can have."
        )
    }
}
