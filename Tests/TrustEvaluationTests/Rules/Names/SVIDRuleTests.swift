import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The SVID rule` {
    private static let workload = TestGeneralName.uri("spiffe://corp.example/billing")

    /// Returns a rule case with the URIs of the root, the intermediate and the leaf, under the profile `spiffe`.
    private func ruleCase(
        root: [TestGeneralName] = [],
        intermediate: [TestGeneralName] = [],
        names: [TestGeneralName] = [workload],
        leaf: @escaping TestAuthority.Edit = { _ in }
    ) throws -> RuleCase {
        var ruleCase = try Hierarchy(
            root: { $0.subjectAlternativeNames = root },
            intermediate: { $0.subjectAlternativeNames = intermediate },
            leaf: {
                $0.subjectAlternativeNames = names
                try leaf(&$0)
            }
        ).ruleCase
        ruleCase.requirements = PathRequirements(profile: .spiffe, anchors: [])
        return ruleCase
    }

    private static let invalid = ["error policy.svidInvalid 0"]

    @Test(
        arguments: [
            ([workload], []), ([.dns("api.example.com"), workload, .email("a@example.com")], []), ([], invalid),
            ([.dns("api.example.com")], invalid), ([workload, .uri("spiffe://corp.example/other")], invalid),
            ([workload, workload], invalid), ([workload, .uri("https://corp.example")], invalid),
            ([.uri("https://corp.example/billing")], invalid), ([.uri("spiffe://Corp.example/billing")], invalid),
            ([.uri("spiffe://corp.example")], invalid), ([.uri("spiffe://corp.example/")], invalid),
        ] as [([TestGeneralName], [String])]
    )
    func `requires exactly one URI, the ID of a workload (X509-SVID §2, §3.1)`(
        names: [TestGeneralName],
        expected: [String]
    ) throws {
        #expect(try ruleCase(names: names).findings(of: SVIDRule()) == expected)
    }

    @Test func `states the defect of the ID, with the URIs as facts`() throws {
        let finding = try #require(try ruleCase(names: [.uri("spiffe://corp.example/a/../b")]).full(SVIDRule()).first)
        #expect(
            finding.message
                == "The URI \"spiffe://corp.example/a/../b\" of CN=api.example.com is not a SPIFFE ID: it has a dot "
                + "segment in its path."
        )
        #expect(finding.fact("uris") == .list(["spiffe://corp.example/a/../b"]))
        let many = (0..<100).map { TestGeneralName.uri("spiffe://corp.example/\($0)") }
        let crowded = try #require(try ruleCase(names: many).full(SVIDRule()).first)
        #expect(crowded.message.contains("has 100 URIs among its subject alternative names"))
        #expect(crowded.fact("uris") == .list((0..<16).map { "spiffe://corp.example/\($0)" }))
    }

    @Test(arguments: [
        (TestKeyUsage.digitalSignature, []), ([.digitalSignature, .keyAgreement] as TestKeyUsage, []),
        ([.digitalSignature, .keyCertSign] as TestKeyUsage, Self.invalid),
        ([.digitalSignature, .crlSign] as TestKeyUsage, Self.invalid),
    ])
    func `rejects a leaf whose key may sign certificates or CRLs (X509-SVID §5.2)`(
        usage: TestKeyUsage,
        expected: [String]
    ) throws {
        #expect(try ruleCase(leaf: { $0.keyUsage = usage }).findings(of: SVIDRule()) == expected)
    }

    @Test func `rejects a leaf that is a CA certificate (X509-SVID §5.2)`() throws {
        let authority = try ruleCase(leaf: { $0.extensions.set(.basicConstraints(isAuthority: true)) })
        #expect(try authority.findings(of: SVIDRule()) == Self.invalid)
        let denying = try ruleCase(leaf: { $0.extensions.set(.basicConstraints(isAuthority: false)) })
        #expect(try denying.findings(of: SVIDRule()) == [])
    }

    @Test(
        arguments: [
            ([], []), ([.uri("spiffe://corp.example")], []), ([.uri("https://corp.example/policy")], []),
            ([.dns("corp.example")], []), ([.uri("spiffe://corp.example/ca")], ["error policy.svidInvalid 1"]),
            ([.uri("SPIFFE://corp.example")], ["error policy.svidInvalid 1"]),
            (
                [.uri("spiffe://corp.example"), .uri("https://corp.example/policy")],
                ["error policy.svidInvalid 1"]
            ), ([.uri("spiffe://other.example")], ["error policy.trustDomainMismatch 1"]),
            (
                [.uri("spiffe://other.example/ca")],
                ["error policy.svidInvalid 1", "error policy.trustDomainMismatch 1"]
            ),
        ] as [([TestGeneralName], [String])]
    )
    func `requires of an issuer's SPIFFE ID the leaf's trust domain and no path (X509-SVID §3.2)`(
        names: [TestGeneralName],
        expected: [String]
    ) throws {
        let ruleCase = try ruleCase(intermediate: names)
        let found = try [ruleCase.findings(of: SVIDRule()), ruleCase.findings(of: TrustDomainRule())]
        #expect(found.flatMap { $0 ?? [] } == expected)
    }

    @Test func `also compares the trust domain of the anchor`() throws {
        let foreign = try ruleCase(root: [.uri("spiffe://other.example")])
        let finding = try #require(try foreign.full(TrustDomainRule()).first)
        #expect(finding.summary == "error policy.trustDomainMismatch 2")
        #expect(finding.fact("trustDomain") == .text("other.example"))
        #expect(finding.fact("trustDomainOfLeaf") == .text("corp.example"))
        let anchored = try ruleCase(
            root: [.uri("spiffe://other.example")],
            intermediate: [.uri("spiffe://corp.example")]
        )
        var shorter = anchored
        shorter.path.removeLast()
        #expect(try shorter.findings(of: SVIDRule()) == [])
    }

    @Test func `does not apply under other profiles`() throws {
        for profile in Profile.allCases where profile != .spiffe {
            var ruleCase = try ruleCase(names: [])
            ruleCase.requirements = PathRequirements(profile: profile, anchors: [])
            #expect(try ruleCase.findings(of: SVIDRule()) == nil)
            #expect(try ruleCase.findings(of: SVIDUsageRule()) == nil)
        }
    }
}
