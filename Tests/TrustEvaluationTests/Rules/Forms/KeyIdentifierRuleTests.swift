import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The key identifier rule` {
    private let rule = KeyIdentifierRule()

    @Test func `accepts identifiers in every certificate, and a root without its issuer's (RFC 5280 §4.2.1.1)`() throws
    {
        let hierarchy = try Hierarchy()
        #expect(try hierarchy.ruleCase.findings(of: rule) == [])
        let named = try Hierarchy(root: { $0.authorityKeyIdentifier = $0.subjectKeyIdentifier })
        #expect(try named.ruleCase.findings(of: rule) == [])
    }

    @Test func `requires each certificate below a root to identify its issuer's key`() throws {
        let hierarchy = try Hierarchy(
            intermediate: { $0.authorityKeyIdentifier = nil },
            leaf: { $0.extensions.set(.authorityKeyIdentifier(nil, issuer: .commonName("Root"), serialNumber: [1])) }
        )
        #expect(
            try hierarchy.ruleCase.findings(of: rule) == [
                "error strict.authorityKeyIdentifierMissing 0", "error webpki.authorityKeyIdentifierFields 0",
                "warning chain.issuerMismatch 0", "error strict.authorityKeyIdentifierMissing 1",
            ]
        )
    }

    @Test func `requires an anchor that is not self-issued to identify its issuer's key`() throws {
        let hierarchy = try Hierarchy(intermediate: { $0.authorityKeyIdentifier = nil })
        let findings = try RuleCase(Array(hierarchy.path.dropLast())).full(rule)
        #expect(findings.map(\.summary) == ["error strict.authorityKeyIdentifierMissing 1"])
    }

    @Test func `requires each CA certificate, including anchors, to identify its key (RFC 5280 §4.2.1.2)`() throws {
        let hierarchy = try Hierarchy(
            root: { $0.subjectKeyIdentifier = nil },
            intermediate: {
                $0.subjectKeyIdentifier = nil
                $0.authorityKeyIdentifier = [1]
            },
            leaf: {
                $0.subjectKeyIdentifier = nil
                $0.authorityKeyIdentifier = [2]
            }
        )
        #expect(
            try hierarchy.ruleCase.findings(of: rule) == [
                "error strict.subjectKeyIdentifierMissing 1", "error strict.subjectKeyIdentifierMissing 2",
            ]
        )
    }

    @Test func `requires identifiers to match the issuer's key and certificate (RFC 5280 §4.2.1.1)`() throws {
        let hierarchy = try Hierarchy()
        let (issuer, root) = (hierarchy.intermediate.template, hierarchy.root.template)
        let sound = Hierarchy(
            of: hierarchy.root,
            hierarchy.intermediate,
            try hierarchy.intermediate.issueLeaf("a.example") {
                $0.extensions.set(
                    .authorityKeyIdentifier(
                        issuer.subjectKeyIdentifier,
                        issuer: root.subject,
                        serialNumber: issuer.serialNumber
                    )
                )
            }
        )
        #expect(try sound.ruleCase.findings(of: rule) == ["error webpki.authorityKeyIdentifierFields 0"])
        let edits: [TestAuthority.Edit] = [
            { $0.authorityKeyIdentifier = [1, 2, 3] },
            { $0.extensions.set(.authorityKeyIdentifier(issuer.subjectKeyIdentifier, issuer: .commonName("Other"))) },
            { $0.extensions.set(.authorityKeyIdentifier(issuer.subjectKeyIdentifier, serialNumber: [99])) },
        ]
        for edit in edits {
            let leaf = try hierarchy.intermediate.issueLeaf("api.example.com", edit: edit)
            var ruleCase = Hierarchy(of: hierarchy.root, hierarchy.intermediate, leaf).ruleCase
            let findings = try ruleCase.findings(of: rule)?.filter { $0.contains("chain.") }
            #expect(findings == ["warning chain.issuerMismatch 0"])
            for (profile, isAccepted) in [(Profile.rfc5280, true), (.server, true), (.rfc5280Strict, false)] {
                ruleCase.requirements.profile = profile
                #expect(PathEvaluation(try ruleCase.context()).isAccepted == isAccepted)
            }
        }
    }

    @Test(arguments: [
        (TestExtension.subjectKeyIdentifier([1], critical: true), "strict.subjectKeyIdentifierCritical"),
        (.authorityKeyIdentifier([1], critical: true), "strict.authorityKeyIdentifierCritical"),
    ])
    func `rejects a critical identifier, and reports it once`(newExtension: TestExtension, code: String) throws {
        let hierarchy = try Hierarchy(
            intermediate: { $0.subjectKeyIdentifier = [1] },
            leaf: { $0.extensions.set(newExtension) }
        )
        var ruleCase = hierarchy.ruleCase
        #expect(PathEvaluation(try ruleCase.context()).findings.map(\.summary) == ["warning \(code) 0"])
        ruleCase.requirements.profile = .rfc5280Strict
        #expect(PathEvaluation(try ruleCase.context()).errors.map(\.summary) == ["error \(code) 0"])
    }

    @Test func `requires a root to identify only its own key under webpki (Baseline Requirements §7.1.2.1.3)`()
        throws
    {
        let edits: [TestAuthority.Edit] = [
            { $0.authorityKeyIdentifier = [1, 2, 3] },
            { $0.extensions.set(.authorityKeyIdentifier($0.subjectKeyIdentifier, issuer: $0.issuer)) },
            { $0.extensions.set(.authorityKeyIdentifier($0.subjectKeyIdentifier, serialNumber: [1])) },
            { $0.extensions.set(.authorityKeyIdentifier()) },
        ]
        for edit in edits {
            let findings = try Hierarchy(root: edit).ruleCase.findings(of: rule)?.filter { $0.contains("webpki.") }
            #expect(findings == ["error webpki.authorityKeyIdentifierFields 2"])
        }
    }

    @Test
    func `requires the issuer's key identifier alone under webpki (Baseline Requirements §7.1.2.11.1)`()
        throws
    {
        func findings(of issuer: [UInt8]?, named: [UInt8]) throws -> [String]? {
            let hierarchy = try Hierarchy(
                intermediate: { $0.subjectKeyIdentifier = issuer },
                leaf: { $0.authorityKeyIdentifier = named }
            )
            return try hierarchy.ruleCase.findings(of: rule)?.filter { $0.contains("webpki.") }
        }
        #expect(try findings(of: [1, 2, 3], named: [1, 2, 3]) == [])
        #expect(try findings(of: [1, 2, 3], named: [1, 2]) == ["error webpki.authorityKeyIdentifierFields 0"])
        // Another code reports an issuer without a subject key identifier.
        #expect(try findings(of: nil, named: [1, 2]) == [])
    }

    @Test func `requires both issuer and serial number or neither, including in roots (RFC 5280 §4.2.1.1)`() throws {
        func findings(_ issuer: TestName?, _ serialNumber: [UInt8]?) throws -> [String]? {
            let root = try Hierarchy(root: {
                $0.extensions.set(
                    .authorityKeyIdentifier($0.subjectKeyIdentifier, issuer: issuer, serialNumber: serialNumber)
                )
            })
            return try root.ruleCase.findings(of: rule)?.filter { $0.contains("strict.") }
        }
        let half = ["error strict.authorityKeyIdentifierFields 2"]
        #expect(try findings(nil, nil) == [])
        #expect(try findings(.commonName("Root"), [1]) == [])
        #expect(try findings(.commonName("Root"), nil) == half)
        #expect(try findings(nil, [1]) == half)
    }

    @Test func `ranks the stricter finding under webpki first`() throws {
        let hierarchy = try Hierarchy(leaf: {
            $0.extensions.set(.authorityKeyIdentifier($0.authorityKeyIdentifier, issuer: .commonName("Root")))
        })
        var ruleCase = hierarchy.ruleCase
        ruleCase.requirements.profile = .webpki
        #expect(
            PathEvaluation(try ruleCase.context()).findings.map(\.summary) == [
                "error webpki.authorityKeyIdentifierFields 0", "error strict.authorityKeyIdentifierFields 0",
            ]
        )
    }
}
