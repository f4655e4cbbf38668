import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The purpose rule` {
    @Test(arguments: [
        ([TestObjectIdentifier.serverAuthentication], []),
        ([.anyExtendedKeyUsage], []),
        ([.clientAuthentication, .serverAuthentication], []),
        ([], []),
        ([.clientAuthentication], ["error usage.extendedKeyUsage 0"]),
        ([.codeSigning, .emailProtection, .ocspSigning], ["error usage.extendedKeyUsage 0"]),
    ])
    func `requires a leaf for the purpose, for any purpose, or without the extension (RFC 5280 §4.2.1.12)`(
        purposes: [TestObjectIdentifier],
        expected: [String]
    ) throws {
        let hierarchy = try Hierarchy(leaf: { $0.extendedKeyUsages = purposes })
        #expect(try hierarchy.ruleCase.findings(of: PurposeRule()) == expected)
    }

    @Test func `applies the limits of intermediates to the leaf, but not those of the anchor`() throws {
        let hierarchy = try Hierarchy(
            root: { $0.extendedKeyUsages = [.emailProtection] },
            intermediate: { $0.extendedKeyUsages = [.clientAuthentication] }
        )
        #expect(try hierarchy.ruleCase.findings(of: PurposeRule()) == ["error usage.extendedKeyUsage 1"])
        var unanchored = hierarchy.ruleCase
        unanchored.isAnchored = false
        #expect(
            try unanchored.findings(of: PurposeRule())
                == ["error usage.extendedKeyUsage 1", "error usage.extendedKeyUsage 2"]
        )
    }

    @Test func `evaluates a leaf that is itself the anchor`() throws {
        let leaf = try Hierarchy(leaf: { $0.extendedKeyUsages = [.codeSigning] }).leaf
        #expect(try RuleCase([leaf]).findings(of: PurposeRule()) == ["error usage.extendedKeyUsage 0"])
    }

    @Test(arguments: [
        (KeyPurpose.clientAuth, []), (.emailProtection, ["error usage.extendedKeyUsage 0"]),
        (.other(OID(1, 2, 3)), ["error usage.extendedKeyUsage 0"]),
    ])
    func `evaluates other purposes in the same way`(purpose: KeyPurpose, expected: [String]) throws {
        var ruleCase = try Hierarchy().ruleCase
        ruleCase.requirements.purpose = purpose
        #expect(try ruleCase.findings(of: PurposeRule()) == expected)
    }

    @Test func `does not apply if no purpose is required`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.extendedKeyUsages = [.codeSigning] }).ruleCase
        ruleCase.requirements.purpose = .any
        #expect(try ruleCase.findings(of: PurposeRule()) == nil)
        ruleCase.requirements = PathRequirements(profile: .basicX509, anchors: [])
        #expect(try ruleCase.findings(of: PurposeRule()) == nil)
    }
}
