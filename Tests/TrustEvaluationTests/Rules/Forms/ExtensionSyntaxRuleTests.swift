import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The extension syntax rule` {
    @Test func `accepts well-formed extensions`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: ExtensionSyntaxRule()) == [])
    }

    @Test func `rejects malformed and duplicate extensions, and reports type and byte offset`() throws {
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
                "The extension keyUsage (2.5.29.15) of CN=api.example.com is malformed at byte \(places[1]): the "
                    + "extension occurs more than once.",
            ]
        )
    }

    @Test func `does not check the syntax of unsupported extensions (RFC 5280 §4.2)`() throws {
        // IP address blocks and AS identifiers (RFC 3779) with an invalid value.
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

    @Test func `rejects noRevAvail in a CA certificate, beside locations, and with a value (RFC 9608 §3)`() throws {
        typealias Edit = (inout CertificateTemplate) -> Void
        let locations: [(Edit, String)] = [
            (
                { $0.extensions.set(.crlDistributionPoints(["http://crl.example"])) },
                "cRLDistributionPoints (2.5.29.31)"
            ),
            (
                { $0.extensions.set(.crlDistributionPoints(["ldap://crl.example"])) },
                "cRLDistributionPoints (2.5.29.31)"
            ),
            ({ $0.extensions.set(.freshestCRL(["http://crl.example"])) }, "freshestCRL (2.5.29.46)"),
        ]
        for (edit, name) in locations {
            let hierarchy = try Hierarchy(leaf: {
                $0.extensions.append(.noRevAvail)
                edit(&$0)
            })
            let findings = try hierarchy.ruleCase.full(ExtensionSyntaxRule())
            #expect(findings.map(\.summary) == ["error extension.invalid 0"])
            #expect(
                findings.first?.message
                    == "The extension noRevAvail (2.5.29.56) of CN=api.example.com contradicts the extension \(name)."
            )
        }
        for name in [TestGeneralName.uri("http://ocsp.example"), .dns("ocsp.example")] {
            let description = DERWriter.sequence(TestObjectIdentifier("1.3.6.1.5.5.7.48.1").der, name.der)
            let hierarchy = try Hierarchy(leaf: {
                $0.extensions.append(.noRevAvail)
                $0.extensions.set(.raw(.authorityInformationAccess, value: DERWriter.sequence(description)))
            })
            #expect(try hierarchy.ruleCase.findings(of: ExtensionSyntaxRule()) == ["error extension.invalid 0"])
        }
        let authority = try Hierarchy(intermediate: { $0.extensions.append(.noRevAvail) })
        #expect(try authority.ruleCase.findings(of: ExtensionSyntaxRule()) == ["error extension.invalid 1"])
        for value in [[], [0x05, 0x01, 0x00], [0x30, 0x00], [0x05, 0x00, 0x05, 0x00]] as [[UInt8]] {
            let hierarchy = try Hierarchy(leaf: { $0.extensions.append(.raw("2.5.29.56", value: value)) })
            #expect(try hierarchy.ruleCase.findings(of: ExtensionSyntaxRule()) == ["error extension.invalid 0"])
        }
    }

    @Test func `accepts noRevAvail in a leaf that names only its issuer's certificate`() throws {
        let hierarchy = try Hierarchy(leaf: {
            $0.extensions.append(.noRevAvail)
            $0.extensions.set(.authorityInformationAccess(issuers: ["http://ca.example"]))
        })
        #expect(try hierarchy.ruleCase.findings(of: ExtensionSyntaxRule()) == [])
    }

    @Test func `rejects an empty minimum of a subtree`() throws {
        let subtree = DERWriter.sequence(TestGeneralName.dns("evil.example").der, [0x80, 0x00])
        let value = DERWriter.sequence(DERWriter.element(0xA1, subtree))
        let hierarchy = try Hierarchy(intermediate: {
            $0.extensions.append(.raw(.nameConstraints, critical: true, value: value))
        })
        #expect(try hierarchy.ruleCase.findings(of: ExtensionSyntaxRule()) == ["error extension.invalid 1"])
    }

    @Test func `rejects a key usage without any bit (RFC 5280 §4.2.1.3)`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.keyUsage = [] })
        let findings = try hierarchy.ruleCase.full(ExtensionSyntaxRule())
        #expect(findings.map(\.summary) == ["error extension.invalid 0"])
        #expect(findings.first?.message.hasSuffix(": the key usage has no bit set.") == true)
    }
}
