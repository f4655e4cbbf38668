import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The key usage form rule` {
    private let rule = KeyUsageFormRule()
    private static let all: [TestKeyUsage] = [
        .digitalSignature, .nonRepudiation, .keyEncipherment, .dataEncipherment, .keyAgreement, .keyCertSign, .crlSign,
        .encipherOnly, .decipherOnly,
    ]

    private func findings(_ kind: TestKeyKind, _ usage: TestKeyUsage) throws -> [String]? {
        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256))
        let leaf = try root.issueLeaf("api.example.com", key: .shared(kind)) { $0.keyUsage = usage }
        return try RuleCase([leaf, root.certificate]).findings(of: rule)
    }

    @Test(
        arguments: [
            (.rsa(2048), [.digitalSignature, .keyEncipherment, .dataEncipherment]),
            (.ecdsaP256, [.digitalSignature, .keyAgreement]), (.ecdsaP384, [.digitalSignature, .keyAgreement]),
        ] as [(TestKeyKind, [TestKeyUsage])]
    )
    func `allows usages for a server by the type of its key (Baseline Requirements §7.1.2.7.11)`(
        kind: TestKeyKind,
        allowed: [TestKeyUsage]
    ) throws {
        // AuthorityExtensionRule reports the signing of certificates and CRLs.
        let others: [TestKeyUsage] = [.keyCertSign, .crlSign]
        for usage in Self.all {
            let isRight = (allowed + others).contains(usage)
            let expected = isRight ? [] : ["error webpki.keyUsageForbidden 0"]
            #expect(try findings(kind, [.digitalSignature, usage]) == expected, "\(usage)")
        }
        #expect(try findings(kind, TestKeyUsage(allowed)) == [])
    }

    @Test func `ignores a missing key usage, and the usages of key types that another rule rejects`() throws {
        #expect(try findings(.ed25519, [.digitalSignature, .nonRepudiation]) == [])
        #expect(
            try Hierarchy(intermediate: { $0.keyUsage = nil }, leaf: { $0.keyUsage = nil }).ruleCase.findings(of: rule)
                == []
        )
    }

    @Test func `allows only signing usages in CA certificates, including anchors (Baseline Requirements §7.1.2.10.7)`()
        throws
    {
        for usage in Self.all {
            let isRight = [TestKeyUsage.digitalSignature, .keyCertSign, .crlSign].contains(usage)
            let intermediate = try Hierarchy(intermediate: { $0.keyUsage = [.keyCertSign, .crlSign, usage] })
            let expected = isRight ? [] : ["error webpki.keyUsageForbidden 1"]
            #expect(try intermediate.ruleCase.findings(of: rule) == expected)
        }
        let root = try Hierarchy(root: { $0.keyUsage = [.keyCertSign, .keyEncipherment] })
        #expect(try root.ruleCase.findings(of: rule) == ["error webpki.keyUsageForbidden 2"])
    }

    @Test func `warns of a non-critical key usage in every certificate`() throws {
        let server = TestExtension.keyUsage(.digitalSignature, critical: false)
        let authority = TestExtension.keyUsage([.keyCertSign, .crlSign], critical: false)
        let hierarchy = try Hierarchy(
            root: { $0.extensions.set(authority) },
            intermediate: { $0.extensions.set(authority) },
            leaf: { $0.extensions.set(server) }
        )
        #expect(try hierarchy.ruleCase.findings(of: rule) == (0...2).map { "warning webpki.keyUsageNotCritical \($0)" })
        var ruleCase = hierarchy.ruleCase
        ruleCase.requirements.profile = .webpki
        #expect(PathEvaluation(try ruleCase.context()).isAccepted)
    }

    @Test func `ignores leaves for other purposes, but checks their issuers`() throws {
        let usage = TestExtension.keyUsage([.digitalSignature, .nonRepudiation], critical: false)
        var ruleCase = try Hierarchy(
            intermediate: { $0.keyUsage = [.keyCertSign, .nonRepudiation] },
            leaf: { $0.extensions.set(usage) }
        ).ruleCase
        ruleCase.requirements.purpose = .clientAuth
        #expect(try ruleCase.findings(of: rule) == ["error webpki.keyUsageForbidden 1"])
    }
}
