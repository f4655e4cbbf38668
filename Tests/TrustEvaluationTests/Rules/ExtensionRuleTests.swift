import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The critical extensions rule` {
    private static let unknown: TestObjectIdentifier = "1.2.3.4"

    @Test func `accepts critical extensions that are understood, and unknown ones that are not critical`() throws {
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

    @Test func `refuses an unknown critical extension anywhere, anchors included (RFC 5280 §4.2)`() throws {
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

    @Test func `complains about sixteen extensions of a certificate, however many it has`() throws {
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

    @Test func `names the extension also where RFC 5280 knows it but forbids it to be critical`() throws {
        let hierarchy = try Hierarchy(leaf: {
            $0.extensions.append(.authorityInformationAccess(ocsp: ["http://ocsp.example"], critical: true))
        })
        let findings = try hierarchy.ruleCase.full(CriticalExtensionsRule())
        #expect(findings.map(\.summary) == ["error constraint.criticalExtension 0"])
        #expect(findings.first?.fact("extension") == .text("1.3.6.1.5.5.7.1.1"))
    }

    @Test(arguments: [true, false])
    func `refuses critical policies with qualifiers of unknown kinds (RFC 5280 §4.2.1.4)`(isCritical: Bool) throws {
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

    @Test func `blames nothing else for what OpenSSL does not read behind an unknown extension`() throws {
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
            let judged = JudgedPath(try ruleCase.context())
            #expect(judged.findings.map(\.summary) == ["error constraint.criticalExtension 1"])
        }
    }

    @Test func `refuses a proxy certificate (RFC 3820)`() throws {
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
}

@Suite struct `The extension syntax rule` {
    @Test func `accepts extensions that follow their syntax`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: ExtensionSyntaxRule()) == [])
    }

    @Test func `refuses malformed and repeated ones, each with its type and byte`() throws {
        let hierarchy = try Hierarchy(leaf: {
            $0.extensions.set(.raw(.extendedKeyUsage, value: [0x30, 0x00]))
            $0.extensions.append(.keyUsage(.digitalSignature))
        })
        let findings = try hierarchy.ruleCase.full(ExtensionSyntaxRule())
        #expect(findings.map(\.summary) == ["error extension.invalid 0", "error extension.invalid 0"])
        #expect(findings.map { $0.fact("extension") } == [.text("2.5.29.37"), .text("2.5.29.15")])
        let bytes = findings.map { $0.fact("byte") }
        let places = try bytes.map { if case .number(let byte)? = $0 { byte } else { try #require(nil as Int?) } }
        #expect(
            findings.map(\.message) == [
                "The extension extKeyUsage (2.5.29.37) of CN=api.example.com is malformed at byte \(places[0]): a key "
                    + "purpose is missing.",
                "The extension keyUsage (2.5.29.15) of CN=api.example.com is malformed at byte \(places[1]): it is a "
                    + "duplicate of an extension before it.",
            ]
        )
    }

    @Test func `leaves extensions that nobody here processes to their criticality (RFC 5280 §4.2)`() throws {
        // IP addresses and system numbers (RFC 3779), with a value that is none.
        for type: TestObjectIdentifier in ["1.3.6.1.5.5.7.1.7", "1.3.6.1.5.5.7.1.8"] {
            for isCritical in [false, true] {
                let hierarchy = try Hierarchy(leaf: {
                    $0.extensions.append(.raw(type, critical: isCritical, value: [0x04, 0x00]))
                })
                #expect(try hierarchy.ruleCase.findings(of: ExtensionSyntaxRule()) == [])
                let refused = isCritical ? ["error constraint.criticalExtension 0"] : []
                #expect(try hierarchy.ruleCase.findings(of: CriticalExtensionsRule()) == refused)
            }
        }
    }

    @Test func `refuses a subtree's minimum without content`() throws {
        let subtree = DERWriter.sequence(TestGeneralName.dns("evil.example").der, [0x80, 0x00])
        let value = DERWriter.sequence(DERWriter.element(0xA1, subtree))
        let hierarchy = try Hierarchy(intermediate: {
            $0.extensions.append(.raw(.nameConstraints, critical: true, value: value))
        })
        #expect(try hierarchy.ruleCase.findings(of: ExtensionSyntaxRule()) == ["error extension.invalid 1"])
    }

    @Test func `refuses a key usage without any bit (RFC 5280 §4.2.1.3)`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.keyUsage = [] })
        let findings = try hierarchy.ruleCase.full(ExtensionSyntaxRule())
        #expect(findings.map(\.summary) == ["error extension.invalid 0"])
        #expect(findings.first?.message.hasSuffix(": the key usage has no bit set.") == true)
    }
}
