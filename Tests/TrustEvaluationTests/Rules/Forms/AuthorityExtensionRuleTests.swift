import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The authority extension rule` {
    private let rule = AuthorityExtensionRule()

    @Test func `accepts the extensions of conforming CAs`() throws {
        let hierarchy = try Hierarchy(intermediate: {
            $0.extensions.append(.nameConstraints(permitted: [.dns("example.com")]))
            $0.extensions.append(.policyConstraints(requireExplicit: 5))
            $0.extensions.append(.inhibitAnyPolicy(5))
        })
        #expect(try hierarchy.ruleCase.findings(of: rule) == [])
    }

    @Test(arguments: [
        (TestExtension.basicConstraints(isAuthority: true, critical: false), "strict.basicConstraintsNotCritical"),
        (.nameConstraints(permitted: [.dns("example.com")], critical: false), "strict.nameConstraintsNotCritical"),
        (.policyConstraints(requireExplicit: 5, critical: false), "strict.policyConstraintsNotCritical"),
        (.inhibitAnyPolicy(5, critical: false), "strict.inhibitAnyPolicyNotCritical"),
    ])
    func `requires these extensions to be critical, including in roots (RFC 5280 §4.2.1.9 to §4.2.1.14)`(
        newExtension: TestExtension,
        code: String
    ) throws {
        let intermediate = try Hierarchy(intermediate: { $0.extensions.set(newExtension) })
        #expect(try intermediate.ruleCase.findings(of: rule) == ["error \(code) 1"])
        let root = try Hierarchy(root: { $0.extensions.set(newExtension) })
        #expect(try root.ruleCase.findings(of: rule) == ["error \(code) 2"])
    }

    @Test func `requires a key usage in CA certificates (RFC 5280 §4.2.1.3)`() throws {
        var ruleCase = try Hierarchy(intermediate: { $0.keyUsage = nil }, leaf: { $0.keyUsage = nil }).ruleCase
        let findings = try ruleCase.full(rule)
        #expect(findings.map(\.summary) == ["error strict.keyUsageMissing 1"])
        ruleCase.requirements.profile = .rfc5280Strict
        #expect(PathEvaluation(try ruleCase.context()).isAccepted)
        ruleCase.requirements.profile = .webpki
        #expect(!PathEvaluation(try ruleCase.context()).isAccepted)
    }

    @Test(arguments: [true, false])
    func `accepts name constraints only in CA certificates (RFC 5280 §4.2.1.10)`(isCritical: Bool) throws {
        let constraints = TestExtension.nameConstraints(excluded: [.dns("evil.example")], critical: isCritical)
        let hierarchy = try Hierarchy(leaf: { $0.extensions.append(constraints) })
        let rest = isCritical ? [] : ["error strict.nameConstraintsNotCritical 0"]
        #expect(try hierarchy.ruleCase.findings(of: rule) == ["error strict.nameConstraintsMisplaced 0"] + rest)
    }

    @Test func `ignores name constraints of issuers, whose basic constraints another rule checks`() throws {
        let hierarchy = try Hierarchy(intermediate: {
            $0.extensions.append(.nameConstraints(permitted: [.dns("example.com")]))
            $0.extensions.remove(.basicConstraints)
        })
        #expect(try hierarchy.ruleCase.findings(of: rule) == [])
    }

    @Test func `rejects a leaf that is a CA certificate (Baseline Requirements §7.1.2.7.8, §7.1.2.7.11)`() throws {
        let edits: [TestAuthority.Edit] = [
            { $0.extensions.set(.basicConstraints(isAuthority: true)) },
            { $0.keyUsage = [.digitalSignature, .keyCertSign] }, { $0.keyUsage = [.digitalSignature, .crlSign] },
        ]
        for edit in edits {
            let findings = try Hierarchy(leaf: edit).ruleCase.findings(of: rule)
            #expect(findings == ["error webpki.endEntityIsAuthority 0"])
        }
        let harmless = try Hierarchy(leaf: { $0.extensions.set(.basicConstraints(isAuthority: false)) })
        #expect(try harmless.ruleCase.findings(of: rule) == [])
    }

    @Test func `requires the basic constraints of a leaf to be critical (Baseline Requirements §7.1.2.7.8)`()
        throws
    {
        func findings(_ isAuthority: Bool, critical: Bool) throws -> [String]? {
            let constraints = TestExtension.basicConstraints(isAuthority: isAuthority, critical: critical)
            return try Hierarchy(leaf: { $0.extensions.append(constraints) }).ruleCase.findings(of: rule)
        }
        #expect(try findings(false, critical: true) == [])
        #expect(try findings(false, critical: false) == ["error webpki.basicConstraintsNotCritical 0"])
        #expect(
            try findings(true, critical: false) == [
                "error webpki.endEntityIsAuthority 0", "error strict.basicConstraintsNotCritical 0",
            ]
        )
    }
}
