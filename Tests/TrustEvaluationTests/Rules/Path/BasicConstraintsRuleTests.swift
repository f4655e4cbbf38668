import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The basic constraints rule` {
    @Test func `accepts issuers that are CAs`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: BasicConstraintsRule()) == [])
    }

    @Test func `rejects an intermediate without basic constraints or without the CA flag`() throws {
        let silent = try Hierarchy(intermediate: { $0.extensions.remove(.basicConstraints) })
        #expect(try silent.ruleCase.findings(of: BasicConstraintsRule()) == ["error constraint.notCA 1"])
        let denying = try Hierarchy(intermediate: { $0.extensions.set(.basicConstraints(isAuthority: false)) })
        let finding = try #require(try denying.ruleCase.full(BasicConstraintsRule()).first)
        #expect(finding.summary == "error constraint.notCA 1")
        #expect(finding.fact("hasBasicConstraints") == .flag(true))
    }

    @Test func `accepts a CA whose only defect is a duplicate of another extension`() throws {
        let root = try TestAuthority.root("Root")
        let upper = try root.issueAuthority("Upper")
        let lower = try upper.issueAuthority("Lower") {
            $0.extensions.append(.subjectKeyIdentifier([1, 2, 3]))
        }
        let stranger = try TestKey.generate(.ecdsaP256)
        let leaf = try lower.issueLeaf("api.example.com") { $0.signature.key = stranger }
        let evaluated = PathEvaluation(
            try RuleCase([leaf, lower.certificate, upper.certificate, root.certificate]).context()
        )
        #expect(evaluated.errors.map(\.summary) == ["error chain.signatureInvalid 0", "error extension.invalid 1"])
    }

    @Test func `rejects an end-entity certificate that issued another one (RFC 5280 §6.1.4 (k))`() throws {
        let hierarchy = try Hierarchy()
        let fake = try TestAuthority(hierarchy.leaf.template)
        let victim = try fake.issueLeaf("api.example.com")
        let path = [victim, fake.certificate] + hierarchy.path.dropFirst()
        #expect(try RuleCase(path).findings(of: BasicConstraintsRule()) == ["error constraint.notCA 1"])
    }

    @Test func `rejects a version 3 anchor without the CA flag, but accepts one of version 1`() throws {
        let modern = try Hierarchy(root: { $0.extensions.remove(.basicConstraints) })
        #expect(try modern.ruleCase.findings(of: BasicConstraintsRule()) == ["error constraint.notCA 2"])
        let old = try Hierarchy(root: {
            $0.version = 1
            $0.extensions.removeAll()
        })
        #expect(try old.ruleCase.findings(of: BasicConstraintsRule()) == [])
    }

    @Test(arguments: [1, 2, 4]) func `rejects an intermediate that is not version 3, regardless of its extensions`(
        version: Int
    ) throws {
        for hasExtensions in [false, true] {
            let hierarchy = try Hierarchy(intermediate: {
                $0.version = version
                if !hasExtensions { $0.extensions.removeAll() }
            })
            let finding = try #require(try hierarchy.ruleCase.full(BasicConstraintsRule()).first)
            #expect(finding.summary == "error constraint.notCA 1")
            #expect(finding.fact("version") == .number(version))
            #expect(
                finding.message
                    == "CN=Issuing issued CN=api.example.com but is not a certification authority: it is version "
                    + "\(version), and an intermediate must be version 3."
            )
        }
    }

    @Test func `accepts a trust anchor of version 1, with or without extensions`() throws {
        let hierarchy = try Hierarchy(intermediate: { $0.version = 1 })
        let path = Array(hierarchy.path.prefix(2))
        #expect(try RuleCase(path).findings(of: BasicConstraintsRule()) == [])
    }

    @Test func `rejects a trust anchor of version 1 or 2 whose basic constraints lack the CA flag`() throws {
        for version in 1...2 {
            let hierarchy = try Hierarchy(intermediate: {
                $0.version = version
                $0.extensions.set(.basicConstraints(isAuthority: false, pathLength: nil))
            })
            let path = Array(hierarchy.path.prefix(2))
            #expect(try RuleCase(path).findings(of: BasicConstraintsRule()) == ["error constraint.notCA 1"])
        }
    }

    @Test func `ignores a CA key usage without keyCertSign, which the key usage rule reports`() throws {
        let mute = try Hierarchy(intermediate: { $0.keyUsage = [.crlSign] })
        #expect(try mute.ruleCase.findings(of: BasicConstraintsRule()) == [])
        #expect(try mute.ruleCase.findings(of: KeyUsageRule()) == ["error constraint.keyUsage 1"])
    }

    @Test func `does not apply to a path without an issuer`() throws {
        #expect(try RuleCase([Hierarchy().leaf]).findings(of: BasicConstraintsRule()) == nil)
    }
}
