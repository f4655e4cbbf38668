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

    private static let july2019 = TestInstant(year: 2019, month: 7, day: 1)
    private static let refusal = ["error usage.extendedKeyUsage 0"]
    private static let withoutServerAuth: [[TestObjectIdentifier]] = [
        [], [.anyExtendedKeyUsage], [.clientAuthentication], [.anyExtendedKeyUsage, "1.3.6.1.4.1.311.10.3.3"],
    ]

    @Test(
        arguments: [
            (july2019, false, true), (july2019.adding(seconds: -1), false, false), (july2019, true, true),
            (july2019.adding(seconds: -1), true, true), (.reference, false, true), (.reference, true, true),
        ] as [(TestInstant, Bool, Bool)]
    )
    func `requires serverAuth itself under appleSSL, under other roots since 2019-07-01 (HT210176)`(
        notBefore: TestInstant,
        isSystem: Bool,
        isRequired: Bool
    ) throws {
        for purposes in Self.withoutServerAuth + [[.serverAuthentication, .anyExtendedKeyUsage]] {
            var ruleCase = try Hierarchy(leaf: {
                $0.extendedKeyUsages = purposes
                $0.notBefore = notBefore
            }).ruleCase
            ruleCase.requirements = PathRequirements(profile: .appleSSL, anchors: [])
            ruleCase.owner = isSystem ? .system : .policy(systemRoots: nil)
            let isNamed = purposes.contains(.serverAuthentication)
            let isAllowed = isNamed || !isRequired && purposes != [.clientAuthentication]
            #expect(try ruleCase.findings(of: PurposeRule()) == (isAllowed ? [] : Self.refusal), "\(purposes)")
        }
    }

    @Test func `applies the requirement of system roots to a root of both system and policy`() throws {
        var ruleCase = try Hierarchy(leaf: {
            $0.extendedKeyUsages = []
            $0.notBefore = Self.july2019.adding(days: -1)
        }).ruleCase
        ruleCase.requirements = PathRequirements(profile: .appleSSL, anchors: [])
        #expect(try ruleCase.findings(of: PurposeRule()) == [])
        let root = try #require(ruleCase.path.last).read()
        ruleCase.owner = .policy(systemRoots: AnchorSet(name: "system", certificates: [root], owner: .system))
        #expect(try ruleCase.findings(of: PurposeRule()) == Self.refusal)
    }

    @Test func `requires serverAuth of a leaf that is the anchor, and of one without an anchor or a valid notBefore`()
        throws
    {
        let leaf = try Hierarchy(leaf: { $0.extendedKeyUsages = [] }).leaf
        var anchor = RuleCase([leaf])
        anchor.requirements = PathRequirements(profile: .appleSSL, anchors: [])
        let finding = try #require(try anchor.full(PurposeRule()).first)
        #expect(finding.message == "CN=api.example.com has no extended key usage, which must include serverAuth.")
        anchor.isAnchored = false
        #expect(try anchor.findings(of: PurposeRule()) == Self.refusal)
        var malformed = try Hierarchy(leaf: {
            $0.extendedKeyUsages = []
            $0.notBeforeEncoding = .text("never")
        }).ruleCase
        malformed.requirements = anchor.requirements
        #expect(try malformed.findings(of: PurposeRule()) == Self.refusal)
    }

    @Test(arguments: [
        ([TestObjectIdentifier.serverAuthentication], []), ([.anyExtendedKeyUsage], []), ([], []),
        ([.emailProtection], ["error usage.extendedKeyUsage 1"]),
        (["2.16.840.1.113730.4.1"], ["error usage.extendedKeyUsage 1"]),
    ])
    func `requires serverAuth or anyExtendedKeyUsage of an intermediate under appleSSL, or no extension`(
        purposes: [TestObjectIdentifier],
        expected: [String]
    ) throws {
        for owner in [AnchorSet.Owner.system, .policy(systemRoots: nil)] {
            var ruleCase = try Hierarchy(intermediate: { $0.extendedKeyUsages = purposes }).ruleCase
            ruleCase.requirements = PathRequirements(profile: .appleSSL, anchors: [])
            ruleCase.owner = owner
            #expect(try ruleCase.findings(of: PurposeRule()) == expected)
        }
    }

    @Test(arguments: withoutServerAuth)
    func `allows clients an absent or any purpose under appleSSL (SecPolicyCreateSSL)`(
        purposes: [TestObjectIdentifier]
    ) throws {
        var ruleCase = try Hierarchy(leaf: { $0.extendedKeyUsages = purposes }).ruleCase
        ruleCase.requirements = PathRequirements(profile: .appleSSL, purpose: .clientAuth, anchors: [])
        ruleCase.owner = .system
        #expect(try ruleCase.findings(of: PurposeRule()) == [])
    }
}
