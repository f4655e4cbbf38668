import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

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

    @Test(arguments: ["1.2.3.4", "2.5.29.32.0"] as [TestObjectIdentifier])
    func `rejects a CA that maps anyPolicy, with or without policies (RFC 5280 §6.1.4 (a))`(
        mapped: TestObjectIdentifier
    ) throws {
        let mapping = TestExtension.policyMappings([(mapped, "1.2.3.5")])
        let isAny = mapped == "2.5.29.32.0"
        for policies in [[], [TestExtension.certificatePolicies([Self.policy])]] {
            let path = try Hierarchy(intermediate: { $0.extensions.list += policies + [mapping] }).path
            let findings = try RuleCase(path).findings(of: CertificatePoliciesRule())
            #expect(findings == (isAny ? ["error constraint.policy 1"] : []))
            // The anchor's policies are not an input of path validation.
            #expect(try RuleCase(Array(path.dropLast())).findings(of: CertificatePoliciesRule()) == [])
        }
    }

    @Test func `requires no policy by default`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: CertificatePoliciesRule()) == [])
    }

    @Test func `requires one of the policies if the policy demands one (RFC 5280 §6.1.5 (g))`() throws {
        var ruleCase = try hierarchy().ruleCase
        ruleCase.requirements.certificatePolicies = CertificatePolicyInputs(requireExplicitPolicy: true)
        #expect(try ruleCase.full(CertificatePoliciesRule()).map(\.code) == [.noticeCertificatePolicies])
        ruleCase.requirements.certificatePolicies?.initialPolicySet = [Self.oid, OID(1, 2, 3, 5)]
        #expect(try ruleCase.full(CertificatePoliciesRule()).map(\.code) == [.noticeCertificatePolicies])
        ruleCase.requirements.certificatePolicies?.initialPolicySet = [OID(1, 2, 3, 5)]
        #expect(try ruleCase.full(CertificatePoliciesRule()).map(\.code) == [.constraintPolicy])
        ruleCase.path = try Hierarchy().path
        #expect(try ruleCase.full(CertificatePoliciesRule()).map(\.code) == [.constraintPolicy])
    }

    @Test func `reports the valid policies if the policy lists certificate policies (RFC 5280 §6.1.6)`() throws {
        var ruleCase = try hierarchy { $0.extensions.set(.certificatePolicies([Self.policy, "1.2.3.9"])) }.ruleCase
        #expect(try ruleCase.full(CertificatePoliciesRule()).isEmpty)
        ruleCase.requirements.certificatePolicies = CertificatePolicyInputs()
        let notice = try ruleCase.full(CertificatePoliciesRule())[0]
        #expect(notice.severity == .notice)
        #expect(notice.message == "The path is valid for these certificate policies: 1.2.3.4.")
        #expect(notice.fact("userConstrainedPolicySet") == .list(["1.2.3.4"]))
        #expect(notice.fact("authorityConstrainedPolicySet") == .list(["1.2.3.4"]))
        ruleCase.requirements.certificatePolicies?.initialPolicySet = [OID(1, 2, 3, 5)]
        let none = try ruleCase.full(CertificatePoliciesRule())[0]
        #expect(none.message == "The path is not valid for any accepted certificate policy.")
        #expect(none.fact("userConstrainedPolicySet") == .list([]))
        #expect(none.fact("authorityConstrainedPolicySet") == .list(["1.2.3.4"]))
        ruleCase.path = try Hierarchy().path
        #expect(try ruleCase.full(CertificatePoliciesRule()).map(\.message) == [none.message])
    }

    @Test func `requires a policy if a certificate demands one`() throws {
        let requiring = try Hierarchy(intermediate: { $0.extensions.append(.policyConstraints(requireExplicit: 0)) })
        #expect(try requiring.ruleCase.full(CertificatePoliciesRule()).map(\.code) == [.constraintPolicy])
    }

    @Test func `rejects malformed policies`() throws {
        let repeated = try hierarchy { $0.extensions.set(.certificatePolicies([Self.policy, Self.policy])) }
        #expect(try repeated.ruleCase.full(CertificatePoliciesRule()).map(\.code) == [.constraintPolicy])
    }
}
