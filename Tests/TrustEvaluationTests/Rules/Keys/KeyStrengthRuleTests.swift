import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The key strength rule` {
    @Test(arguments: [
        (TestKeyKind.rsa(2048), []), (.rsaPSS(2048), []), (.ecdsaP256, []), (.ecdsaP384, []), (.ecdsaP521, []),
        (.ecdsaSecp256k1, []), (.ed25519, []), (.ed448, []),
        (.rsa(2047), ["error crypto.keyWeak 0"]), (.rsa(1024), ["error crypto.keyWeak 0"]),
        (.ecdsaP224, ["error crypto.keyWeak 0"]), (.ecdsaP192, ["error crypto.keyWeak 0"]),
        (.dsa(2048), ["error crypto.keyWeak 0"]),
    ])
    func `accepts RSA from 2048 bits, curves from 256 bits, Ed25519 and Ed448`(
        kind: TestKeyKind,
        expected: [String]
    ) throws {
        let hierarchy = try Hierarchy()
        let leaf = try hierarchy.intermediate.issueLeaf("api.example.com", key: .shared(kind))
        #expect(try RuleCase([leaf] + hierarchy.path.dropFirst()).findings(of: KeyStrengthRule()) == expected)
    }

    /// Returns a SubjectPublicKeyInfo of ML-DSA-65.
    private static func latticeKey(_ parameters: [UInt8] = [], octets: Int = 1952) -> [UInt8] {
        DERWriter.sequence(
            DERWriter.sequence(TestObjectIdentifier("2.16.840.1.101.3.4.3.18").der, parameters),
            DERWriter.bitString([UInt8](repeating: 7, count: octets))
        )
    }

    private static func leaf(_ key: [UInt8]) throws -> RuleCase {
        try Hierarchy(leaf: { $0.subjectPublicKeyInfo = key }).ruleCase
    }

    @Test func `accepts well-formed post-quantum keys (RFC 9881 §4)`() throws {
        #expect(try Self.leaf(Self.latticeKey()).findings(of: KeyStrengthRule()) == [])
        for (key, complaint) in [
            (Self.latticeKey(DERWriter.null), "has parameters, which must be absent"),
            (Self.latticeKey(octets: 1312), "has 1312 octets instead of 1952"),
        ] {
            let finding = try #require(try Self.leaf(key).full(KeyStrengthRule()).first)
            #expect(finding.message == "The key of CN=api.example.com \(complaint).")
            #expect(finding.summary == "error crypto.keyWeak 0" && finding.isFixed)
        }
    }

    @Test func `compares the strength of post-quantum keys, which appleSSL does not accept`() throws {
        var ruleCase = try Self.leaf(Self.latticeKey())
        for (level, isAccepted) in [(4, true), (5, false)] {
            ruleCase.requirements.minimumSecurityLevel = level
            #expect(try ruleCase.findings(of: KeyStrengthRule())?.contains("error crypto.keyWeak 0") == !isAccepted)
        }
        ruleCase.requirements.minimumSecurityLevel = nil
        ruleCase.requirements.profile = .appleSSL
        let finding = try #require(try ruleCase.full(KeyStrengthRule()).first)
        #expect(finding.message.hasSuffix("is of the type ML-DSA-65, which the profile does not accept."))
    }

    @Test func `checks every certificate, including anchors`() throws {
        let root = try TestAuthority.root("Root", key: .shared(.rsa(1024)))
        let issuing = try root.issueAuthority("Issuing", key: .shared(.ecdsaP224))
        let leaf = try issuing.issueLeaf("api.example.com")
        let findings = try RuleCase([leaf, issuing.certificate, root.certificate]).full(KeyStrengthRule())
        #expect(findings.map(\.summary) == ["error crypto.keyWeak 1", "error crypto.keyWeak 2"])
        #expect(findings.last?.fact("bits") == .number(1024))
    }

    @Test func `applies the policy's minimum RSA size`() throws {
        let hierarchy = try Hierarchy()
        let leaf = try hierarchy.intermediate.issueLeaf("api.example.com", key: .shared(.rsa(2048)))
        var ruleCase = RuleCase([leaf] + hierarchy.path.dropFirst())
        ruleCase.requirements.minimumRSABits = 2049
        #expect(try ruleCase.findings(of: KeyStrengthRule()) == ["error crypto.keyWeak 0"])
    }

    @Test(arguments: [
        (2, []), (3, ["error crypto.keyWeak 0"]), (4, ["0", "1", "2"].map { "error crypto.keyWeak \($0)" }),
    ])
    func `applies the policy's security level, here to RSA-2048 below P-256`(level: Int, expected: [String]) throws {
        let hierarchy = try Hierarchy()
        let leaf = try hierarchy.intermediate.issueLeaf("api.example.com", key: .shared(.rsa(2048)))
        var ruleCase = RuleCase([leaf] + hierarchy.path.dropFirst())
        ruleCase.requirements.minimumSecurityLevel = level
        #expect(try ruleCase.findings(of: KeyStrengthRule()) == expected)
    }

    @Test(arguments: [
        (TestKeyKind.rsa(2048), []), (.ecdsaP256, []), (.ecdsaP384, []), (.ecdsaP521, []),
        (.rsa(2047), ["error crypto.keyWeak 0"]), (.ecdsaP224, ["error crypto.keyWeak 0"]),
        (.ed25519, ["error crypto.keyWeak 0"]), (.ed448, ["error crypto.keyWeak 0"]),
        (.dsa(2048), ["error crypto.keyWeak 0"]),
    ])
    func `accepts only RSA from 2048 bits and curves from 256 bits under appleSSL (SecPolicyCreateSSL)`(
        kind: TestKeyKind,
        expected: [String]
    ) throws {
        let hierarchy = try Hierarchy()
        let leaf = try hierarchy.intermediate.issueLeaf("api.example.com", key: .shared(kind))
        var ruleCase = RuleCase([leaf] + hierarchy.path.dropFirst())
        ruleCase.requirements = PathRequirements(profile: .appleSSL, anchors: [])
        ruleCase.requirements.minimumRSABits = 1024
        #expect(try ruleCase.findings(of: KeyStrengthRule()) == expected)
    }

    @Test func `accepts DSA from 2048 bits under basicX509`() throws {
        let hierarchy = try Hierarchy()
        let leaf = try hierarchy.intermediate.issueLeaf("api.example.com", key: .shared(.dsa(2048)))
        var ruleCase = RuleCase([leaf] + hierarchy.path.dropFirst())
        ruleCase.requirements = PathRequirements(profile: .basicX509, anchors: [])
        #expect(try ruleCase.findings(of: KeyStrengthRule()) == [])
    }

    @Test(arguments: [
        (Profile.rfc5280, 1024, ["warning crypto.keyWeak 0"]), (.rfc5280, 2048, []),
        (.rfc5280Strict, 1024, ["error crypto.keyWeak 0"]), (.rfc5280Strict, 2048, []),
        (.webpki, 2048, ["error crypto.keyWeak 0"]), (.server, 2048, ["error crypto.keyWeak 0"]),
    ])
    func `applies the profile's minimum DSA size`(profile: Profile, bits: Int, expected: [String]) throws {
        let hierarchy = try Hierarchy()
        let leaf = try hierarchy.intermediate.issueLeaf("api.example.com", key: .shared(.dsa(bits)))
        var ruleCase = RuleCase([leaf] + hierarchy.path.dropFirst())
        ruleCase.requirements.profile = profile
        #expect(try ruleCase.findings(of: KeyStrengthRule()) == expected)
    }

    /// Returns an RSA SubjectPublicKeyInfo with the content octets of modulus and exponent.
    private static func rsa(_ modulus: [UInt8], _ exponent: [UInt8], rest: [UInt8] = []) -> [UInt8] {
        let key = DERWriter.sequence(DERWriter.integer(content: modulus), DERWriter.integer(content: exponent)) + rest
        return subjectPublicKeyInfo("1.2.840.113549.1.1.1", DERWriter.null, key)
    }

    private static func subjectPublicKeyInfo(
        _ algorithm: TestObjectIdentifier,
        _ parameters: [UInt8],
        _ key: [UInt8]
    ) -> [UInt8] {
        DERWriter.sequence(DERWriter.sequence(algorithm.der, parameters), DERWriter.bitString(key))
    }

    private static let odd: [UInt8] = [0] + Array(repeating: 0xFF, count: 256)
    private static let even: [UInt8] = [0] + Array(repeating: 0xFF, count: 255) + [0xFE]
    private static let p256 = TestObjectIdentifier("1.2.840.10045.3.1.7")

    private static let noKeys: [([UInt8], String)] = [
        (rsa(odd, [1]), "exponent 1"), (rsa(odd, [0]), "even exponent"), (rsa(odd, [2]), "even exponent"),
        (rsa(odd, [1, 0, 0]), "even exponent"), (rsa(even, [3]), "even modulus"), (rsa(odd, odd), "not less"),
        (rsa(odd, [3], rest: [5, 0]), "trailing data"),
        (subjectPublicKeyInfo("1.2.840.10045.2.1", p256.der, [0]), "is the point at infinity"),
        (subjectPublicKeyInfo("1.2.840.10045.2.1", p256.der, [0, 0]), "invalid point"),
        (subjectPublicKeyInfo("1.2.840.10045.2.1", p256.der, []), "invalid point"),
        (subjectPublicKeyInfo("1.2.840.10045.2.1", p256.der, [4] + Array(repeating: 1, count: 64)), "not a point of"),
        (
            subjectPublicKeyInfo("1.2.840.10045.2.1", p256.der, [2] + Array(repeating: 0xFF, count: 32)),
            "not a point of"
        ),
        (subjectPublicKeyInfo("1.3.101.112", [], [2] + Array(repeating: 0, count: 31)), "not a point of"),
        (subjectPublicKeyInfo("1.2.840.10045.2.1", p256.der, [6] + Array(odd.dropFirst().prefix(64))), "invalid point"),
        (subjectPublicKeyInfo("1.2.840.10045.2.1", p256.der, [4] + Array(odd.dropFirst().prefix(63))), "wrong length"),
        (subjectPublicKeyInfo("1.3.101.112", [], [1, 2, 3]), "3 octets instead of 32"),
        (subjectPublicKeyInfo("1.3.101.112", DERWriter.null, Array(odd.prefix(32))), "has parameters"),
    ]

    @Test(arguments: noKeys)
    func `rejects invalid keys, even if the policy downgrades the code (RFC 8017 §3.1, RFC 5480 §2.2)`(
        info: [UInt8],
        complaint: String
    ) throws {
        let hierarchy = try Hierarchy(leaf: { $0.subjectPublicKeyInfo = info })
        for profile in Profile.allCases {
            var ruleCase = hierarchy.ruleCase
            ruleCase.requirements.profile = profile
            ruleCase.requirements.severities = [.cryptoKeyWeak: .warning]
            let findings = PathEvaluation(try ruleCase.context()).findings.filter { $0.code == .cryptoKeyWeak }
            #expect(findings.map(\.summary) == ["error crypto.keyWeak 0"], "\(profile)")
            #expect(findings.first?.message.contains(complaint) == true, "\(findings.map(\.message))")
        }
    }

    @Test func `rejects a CA key with the exponent 1, for which anyone can forge signatures`() throws {
        let key = try TestKey.shared(.rsa(2048))
        let root = try TestAuthority.root("Root", key: key) { $0.subjectPublicKeyInfo = Self.rsa(Self.odd, [1]) }
        let leaf = try root.issueLeaf("api.example.com")
        var ruleCase = RuleCase([leaf, root.certificate])
        ruleCase.signatures = PathSignatures([nil])
        #expect(PathEvaluation(try ruleCase.context()).findings.contains { $0.summary == "error crypto.keyWeak 1" })
    }

    @Test func `rejects malformed keys and keys of unknown types`() throws {
        let unknown = DERWriter.sequence(DERWriter.sequence([0x06, 0x02, 0x2A, 0x03]), DERWriter.bitString([1, 2, 3]))
        let hierarchy = try Hierarchy(leaf: { $0.subjectPublicKeyInfo = unknown })
        let finding = try #require(try hierarchy.ruleCase.full(KeyStrengthRule()).first)
        #expect(finding.message == "The key of CN=api.example.com is of the unsupported type 1.2.3.")
    }
}
