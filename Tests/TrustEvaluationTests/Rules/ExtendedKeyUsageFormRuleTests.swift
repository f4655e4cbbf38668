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

    @Test func `wants of a server purposes, not critical, that go together (Baseline Requirements §7.1.2.7)`() throws {
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

    @Test func `wants nothing of other certificates than servers'`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.extendedKeyUsages = [.codeSigning] }).ruleCase
        ruleCase.requirements.purpose = .codeSigning
        #expect(try ruleCase.findings(of: rule) == [])
    }

    @Test func `wants roots without it, but not an intermediate that is the anchor (Baseline Requirements §7.1.2.1.2)`()
        throws
    {
        let root = try Hierarchy(root: { $0.extendedKeyUsages = [.serverAuthentication] })
        #expect(try root.ruleCase.findings(of: rule) == ["error webpki.rootExtendedKeyUsage 2"])
        let intermediate = try Hierarchy(intermediate: { $0.extendedKeyUsages = [.serverAuthentication] })
        #expect(try RuleCase(Array(intermediate.path.dropLast())).findings(of: rule) == [])
    }
}
