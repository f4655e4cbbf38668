import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The path length rule` {
    /// Returns a path with intermediates below a root with a path length constraint.
    private func path(allowed: Int, intermediates: Int) throws -> [TestCertificate] {
        var authorities = [try TestAuthority.root("Root") { $0.pathLength = allowed }]
        for number in 0..<intermediates {
            authorities.append(try authorities[number].issueAuthority("Issuing \(number)"))
        }
        return [try authorities[intermediates].issueLeaf("api.example.com")] + authorities.reversed().map(\.certificate)
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 1), (3, 3)])
    func `accepts the allowed number of intermediates`(allowed: Int, intermediates: Int) throws {
        #expect(try RuleCase(path(allowed: allowed, intermediates: intermediates)).findings(of: PathLengthRule()) == [])
    }

    @Test(arguments: [(0, 1), (1, 2), (0, 3)])
    func `rejects more intermediates than allowed (RFC 5280 §6.1.4 (l))`(allowed: Int, intermediates: Int) throws {
        let findings = try RuleCase(path(allowed: allowed, intermediates: intermediates)).full(PathLengthRule())
        #expect(findings.map(\.summary) == ["error constraint.pathLength \(intermediates + 1)"])
        #expect(findings.first?.fact("intermediates") == .number(intermediates))
    }

    @Test func `ignores self-issued certificates`() throws {
        let root = try TestAuthority.root("Root") { $0.pathLength = 0 }
        let rollover = try root.issueAuthority("Root")
        let leaf = try rollover.issueLeaf("api.example.com")
        #expect(try RuleCase([leaf, rollover.certificate, root.certificate]).findings(of: PathLengthRule()) == [])
    }

    @Test func `warns of path length constraints without effect`() throws {
        let hierarchy = try Hierarchy(
            intermediate: {
                $0.pathLength = 0
                $0.keyUsage = [.keyCertSign]
            },
            leaf: { $0.extensions.set(.basicConstraints(isAuthority: false, pathLength: 0)) }
        )
        #expect(
            try hierarchy.ruleCase.findings(of: PathLengthRule())?.allSatisfy {
                $0 == "warning constraint.pathLength 0"
            } == true
        )
        #expect(try hierarchy.ruleCase.findings(of: PathLengthRule()) != [])
    }
}
