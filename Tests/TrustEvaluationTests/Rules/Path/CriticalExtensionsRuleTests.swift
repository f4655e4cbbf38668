import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The critical extensions rule` {
    private static let unknown: TestObjectIdentifier = "1.2.3.4"

    @Test func `accepts supported critical extensions, and unknown ones that are not critical`() throws {
        let hierarchy = try Hierarchy(
            intermediate: { $0.extensions.append(.nameConstraints(permitted: [.dns("example.com")])) },
            leaf: {
                $0.extensions.append(.raw(Self.unknown, value: [5, 0]))
                $0.extensions.set(.subjectAlternativeName([.dns("api.example.com")], critical: true))
                $0.extensions.set(.extendedKeyUsage([.serverAuthentication], critical: true))
            }
        )
        #expect(try hierarchy.ruleCase.findings(of: CriticalExtensionsRule()) == [])
    }

    @Test func `rejects an unknown critical extension in every certificate, including anchors (RFC 5280 §4.2)`() throws
    {
        let critical = TestExtension.raw(Self.unknown, critical: true, value: [5, 0])
        let hierarchy = try Hierarchy(
            root: { $0.extensions.append(critical) },
            intermediate: { $0.extensions.append(critical) },
            leaf: { $0.extensions.append(critical) }
        )
        let findings = try hierarchy.ruleCase.full(CriticalExtensionsRule())
        #expect(findings.map(\.summary) == (0...2).map { "error constraint.criticalExtension \($0)" })
        #expect(findings.first?.fact("extension") == .text("1.2.3.4"))
    }

    @Test func `reports at most sixteen extensions of a certificate`() throws {
        let hierarchy = try Hierarchy(leaf: { leaf in
            for arc: UInt64 in 0..<50 {
                leaf.extensions.append(
                    .raw(TestObjectIdentifier(arcs: [1, 2, 3, arc]), critical: true, value: [5, 0])
                )
            }
        })
        let findings = try hierarchy.ruleCase.full(CriticalExtensionsRule())
        #expect(findings.map(\.summary) == Array(repeating: "error constraint.criticalExtension 0", count: 16))
    }

    @Test func `names an extension that RFC 5280 defines but forbids to be critical`() throws {
        let hierarchy = try Hierarchy(leaf: {
            $0.extensions.append(.authorityInformationAccess(ocsp: ["http://ocsp.example"], critical: true))
        })
        let findings = try hierarchy.ruleCase.full(CriticalExtensionsRule())
        #expect(findings.map(\.summary) == ["error constraint.criticalExtension 0"])
        #expect(findings.first?.fact("extension") == .text("1.3.6.1.5.5.7.1.1"))
    }

    @Test(arguments: [true, false])
    func `rejects critical policies with unknown qualifiers (RFC 5280 §4.2.1.4)`(isCritical: Bool) throws {
        let qualifier = DERWriter.sequence([0x06, 0x02, 0x2A, 0x04], DERWriter.null)
        let information = DERWriter.sequence([0x06, 0x02, 0x2A, 0x03], DERWriter.sequence(qualifier))
        let hierarchy = try Hierarchy(leaf: {
            $0.extensions.append(
                .raw(.certificatePolicies, critical: isCritical, value: DERWriter.sequence(information))
            )
        })
        let findings = try hierarchy.ruleCase.findings(of: CriticalExtensionsRule())
        #expect(findings == (isCritical ? ["error constraint.criticalExtension 0"] : []))
    }

    @Test func `is the only rule that rejects an unknown extension before the known ones`() throws {
        let hierarchy = try Hierarchy(
            intermediate: {
                let known = $0.extensions.list
                $0.extensions = TestExtensions([.raw("1.2.3", critical: true, value: [5, 0])] + known)
                $0.extensions.set(.basicConstraints(isAuthority: true))
            }
        )
        for profile in [Profile.server, .rfc5280Strict, .webpki] {
            var ruleCase = hierarchy.ruleCase
            ruleCase.requirements.profile = profile
            let evaluated = PathEvaluation(try ruleCase.context())
            #expect(evaluated.findings.map(\.summary) == ["error constraint.criticalExtension 1"])
        }
    }

    @Test func `rejects a proxy certificate (RFC 3820)`() throws {
        // ProxyCertInfo { ProxyPolicy { id-ppl-inheritAll } }
        let info = DERWriter.sequence(DERWriter.sequence([0x06, 8, 0x2B, 6, 1, 5, 5, 7, 21, 1]))
        let hierarchy = try Hierarchy()
        let user = try TestAuthority(hierarchy.leaf.template)
        let proxy = try user.issueLeaf("api.example.com") {
            $0.extensions.append(.raw("1.3.6.1.5.5.7.1.14", critical: true, value: info))
        }
        let findings = try RuleCase([proxy, user.certificate] + hierarchy.path.dropFirst())
            .findings(of: CriticalExtensionsRule())
        #expect(findings == ["error extension.proxyCertificate 0"])
        var belowAuthority = RuleCase(
            [
                try hierarchy.intermediate.issueLeaf("api.example.com") {
                    $0.subjectAlternativeNames = []
                    $0.extensions.append(.raw("1.3.6.1.5.5.7.1.14", critical: true, value: info))
                }
            ] + hierarchy.path.dropFirst()
        )
        belowAuthority.host = .none
        #expect(
            try belowAuthority.full(CriticalExtensionsRule()).map(\.message) == [
                "CN=api.example.com is a proxy certificate."
            ]
        )
    }

    @Test func `names a precertificate (RFC 6962 §3.1)`() throws {
        let hierarchy = try Hierarchy(leaf: {
            $0.extensions.append(.raw("1.3.6.1.4.1.11129.2.4.3", critical: true, value: [5, 0]))
        })
        let finding = try #require(try hierarchy.ruleCase.full(CriticalExtensionsRule()).first)
        #expect(finding.summary == "error constraint.criticalExtension 0")
        #expect(
            finding.message
                == "CN=api.example.com is a precertificate, not a certificate: it has the critical poison extension "
                + "1.3.6.1.4.1.11129.2.4.3 (RFC 6962 section 3.1)."
        )
        #expect(finding.specialRemedy == .precertificate)
    }
}
