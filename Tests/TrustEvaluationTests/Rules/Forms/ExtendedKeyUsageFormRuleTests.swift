import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The extended key usage form rule` {
    private let rule = ExtendedKeyUsageFormRule()

    private func findings(_ newExtension: TestExtension?) throws -> [String]? {
        try Hierarchy(leaf: {
            $0.extendedKeyUsages = []
            if let newExtension { $0.extensions.append(newExtension) }
        }).ruleCase.findings(of: rule)
    }

    @Test
    func
        `requires compatible purposes in a non-critical extension of a server certificate (Baseline Requirements §7.1.2.7)`()
        throws
    {
        let both: [TestObjectIdentifier] = [.serverAuthentication, .clientAuthentication]
        #expect(try findings(.extendedKeyUsage(both)) == [])
        #expect(try findings(nil) == ["error webpki.extendedKeyUsageMissing 0"])
        #expect(try findings(.extendedKeyUsage(both, critical: true)) == ["error webpki.extendedKeyUsageCritical 0"])
        #expect(try findings(.extendedKeyUsage(["2.5.29.37.0"])) == ["error webpki.extendedKeyUsageForbidden 0"])
        #expect(try findings(.extendedKeyUsage([.codeSigning])) == [])
        for purpose: TestObjectIdentifier in ["2.5.29.37.0", .codeSigning, .ocspSigning, "1.3.6.1.5.5.7.3.4"] {
            let found = try findings(.extendedKeyUsage(both + [purpose]))
            #expect(found == ["error webpki.extendedKeyUsageForbidden 0"])
        }
    }

    @Test func `applies to intermediates, which may omit the extension (Baseline Requirements §7.1.2.10.6)`() throws {
        func findings(_ newExtension: TestExtension?) throws -> [String]? {
            let hierarchy = try Hierarchy(intermediate: { intermediate in
                if let newExtension { intermediate.extensions.append(newExtension) }
            })
            return try hierarchy.ruleCase.findings(of: rule)
        }
        let server = TestObjectIdentifier.serverAuthentication
        #expect(try findings(nil) == [])
        #expect(try findings(.extendedKeyUsage([server, .clientAuthentication])) == [])
        #expect(try findings(.extendedKeyUsage([.codeSigning])) == [])
        #expect(
            try findings(.extendedKeyUsage([server], critical: true)) == ["error webpki.extendedKeyUsageCritical 1"]
        )
        let forbidden: [TestObjectIdentifier] = [
            "2.5.29.37.0", .codeSigning, .ocspSigning, "1.3.6.1.5.5.7.3.4", "1.3.6.1.5.5.7.3.8",
            "1.3.6.1.4.1.11129.2.4.4",
        ]
        for purpose in forbidden {
            let found = try findings(.extendedKeyUsage([server, purpose]))
            #expect(found == ["error webpki.extendedKeyUsageForbidden 1"])
        }
        #expect(try findings(.extendedKeyUsage(["2.5.29.37.0"])) == ["error webpki.extendedKeyUsageForbidden 1"])
    }

    @Test func `does not apply to certificates for other purposes`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.extendedKeyUsages = [.codeSigning] }).ruleCase
        ruleCase.requirements.purpose = .codeSigning
        #expect(try ruleCase.findings(of: rule) == [])
    }

    @Test
    func
        `rejects the extension in roots, but not in an intermediate that is the anchor (Baseline Requirements §7.1.2.1.2)`()
        throws
    {
        let root = try Hierarchy(root: { $0.extendedKeyUsages = [.serverAuthentication] })
        #expect(try root.ruleCase.findings(of: rule) == ["error webpki.rootExtendedKeyUsage 2"])
        let intermediate = try Hierarchy(intermediate: { $0.extendedKeyUsages = [.serverAuthentication] })
        #expect(try RuleCase(Array(intermediate.path.dropLast())).findings(of: rule) == [])
    }

    @Test(arguments: [
        ([TestObjectIdentifier.serverAuthentication, .clientAuthentication], true), ([.serverAuthentication], false),
        ([.clientAuthentication], false),
    ])
    func `warns of clientAuth beside serverAuth since 2027-03-15 (Chrome Root Program Policy)`(
        purposes: [TestObjectIdentifier],
        isWrong: Bool
    ) throws {
        let march2027 = TestInstant(year: 2027, month: 3, day: 15)
        for (notBefore, isDue) in [(march2027, true), (march2027.adding(seconds: -1), false)] {
            var ruleCase = try Hierarchy(leaf: {
                $0.notBefore = notBefore
                $0.notAfter = notBefore.adding(days: 30)
                $0.extendedKeyUsages = purposes
            }).ruleCase
            let expected = isDue && isWrong ? ["warning webpki.clientAuthIncluded 0"] : []
            #expect(try ruleCase.findings(of: rule) == expected)
            ruleCase.instant = Instant(notBefore)
            for profile in Profile.allCases {
                ruleCase.requirements = PathRequirements(profile: profile, purpose: .serverAuth, anchors: [])
                func severity() throws -> Severity? {
                    PathEvaluation(try ruleCase.context()).findings.first { $0.code == .webpkiClientAuthIncluded }?
                        .severity
                }
                #expect(try severity() == (isDue && isWrong && profile == .webpki ? .warning : nil))
                ruleCase.requirements.severities = [.webpkiClientAuthIncluded: .error]
                #expect(try severity() == (isDue && isWrong ? .error : nil))
            }
        }
    }
}
