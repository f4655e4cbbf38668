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
        try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(permitted: permitted, excluded: excluded)) },
            leaf: { $0.subjectAlternativeNames = names }
        ).ruleCase.findings(of: NameConstraintsRule())
    }

    private static let violation = ["error constraint.name 0"]

    @Test(arguments: [
        ("example.com", "api.example.com", true), ("example.com", "example.com", true),
        ("example.com", "badexample.com", false), ("example.com", "example.org", false),
        ("example.com", "API.EXAMPLE.COM", true),
    ])
    func `permits names within a DNS subtree (RFC 5280 §4.2.1.10)`(base: String, name: String, isWithin: Bool) throws {
        #expect(try findings(permitted: [.dns(base)], leaf: [.dns(name)]) == (isWithin ? [] : Self.violation))
        #expect(try findings(excluded: [.dns(base)], leaf: [.dns(name)]) == (isWithin ? Self.violation : []))
    }

    @Test func `permits addresses within a network`() throws {
        let network = TestGeneralName.ip([192, 0, 2, 0, 255, 255, 255, 0])
        #expect(try findings(permitted: [network], leaf: [.ip([192, 0, 2, 7])]) == [])
        #expect(try findings(permitted: [network], leaf: [.ip([192, 0, 3, 7])]) == Self.violation)
    }

    @Test func `holds every name to the constraints`() throws {
        #expect(
            try findings(permitted: [.dns("example.com")], leaf: [.dns("a.example.com"), .dns("evil.example")])
                == Self.violation
        )
    }

    @Test func `limits only kinds of names that are constrained, the common name being none of them`() throws {
        #expect(try findings(permitted: [.dns("example.org")], leaf: [.ip([192, 0, 2, 7])]) == [])
    }

    @Test func `comes from the anchor too, and tells the names`() throws {
        let hierarchy = try Hierarchy(root: { $0.extensions.append(.nameConstraints(excluded: [.dns("example.com")])) })
        let finding = try #require(try hierarchy.ruleCase.full(NameConstraintsRule()).first)
        #expect(finding.summary == "error constraint.name 0")
        #expect(finding.fact("names") == .list(["api.example.com"]))
        #expect(finding.nativeCode == 48)
    }

    @Test func `does not apply where no authority constrains names`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: NameConstraintsRule()) == nil)
    }
}

@Suite struct `The certificate policies rule` {
    private static let policy: TestObjectIdentifier = "1.2.3.4"
    private static let oid = OID(1, 2, 3, 4)

    private func hierarchy(_ editLeaf: TestAuthority.Edit = { _ in }) throws -> Hierarchy {
        try Hierarchy(
            intermediate: { $0.extensions.append(.certificatePolicies([Self.policy])) },
            leaf: {
                $0.extensions.append(.certificatePolicies([Self.policy]))
                try editLeaf(&$0)
            }
        )
    }

    @Test func `asks for nothing by default`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: CertificatePoliciesRule()) == [])
    }

    @Test func `wants one of the policies where the policy requires one (RFC 5280 §6.1.5 (g))`() throws {
        var ruleCase = try hierarchy().ruleCase
        ruleCase.requirements.certificatePolicies = CertificatePolicyInputs(requireExplicitPolicy: true)
        #expect(try ruleCase.findings(of: CertificatePoliciesRule()) == [])
        ruleCase.requirements.certificatePolicies?.initialPolicySet = [Self.oid, OID(1, 2, 3, 5)]
        #expect(try ruleCase.findings(of: CertificatePoliciesRule()) == [])
        ruleCase.requirements.certificatePolicies?.initialPolicySet = [OID(1, 2, 3, 5)]
        #expect(try ruleCase.full(CertificatePoliciesRule()).map(\.code) == [.constraintPolicy])
        ruleCase.path = try Hierarchy().path
        #expect(try ruleCase.full(CertificatePoliciesRule()).map(\.nativeCode) == [43])
    }

    @Test func `wants one where a certificate requires it`() throws {
        let requiring = try Hierarchy(intermediate: { $0.extensions.append(.policyConstraints(requireExplicit: 0)) })
        #expect(try requiring.ruleCase.full(CertificatePoliciesRule()).map(\.code) == [.constraintPolicy])
    }

    @Test func `refuses policies that are malformed`() throws {
        let repeated = try hierarchy { $0.extensions.set(.certificatePolicies([Self.policy, Self.policy])) }
        #expect(try repeated.ruleCase.full(CertificatePoliciesRule()).map(\.code) == [.constraintPolicy])
    }
}
