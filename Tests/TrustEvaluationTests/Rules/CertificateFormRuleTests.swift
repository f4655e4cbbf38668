import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The certificate form rule` {
    private let rule = CertificateFormRule()

    @Test func `accepts certificates that conform to RFC 5280`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: rule) == [])
    }

    @Test(arguments: [
        ([0x7F], true), ([0x00], false), ([0x80], false), ([0x01] + [UInt8](repeating: 0, count: 19), true),
        ([0x01] + [UInt8](repeating: 0, count: 20), false), ([0x00, 0x80] + [UInt8](repeating: 0, count: 19), false),
    ])
    func `requires positive serial numbers of at most 20 octets (RFC 5280 §4.1.2.2)`(
        octets: [UInt8],
        isRight: Bool
    ) throws {
        let hierarchy = try Hierarchy(leaf: { $0.serialNumber = octets })
        #expect(try hierarchy.ruleCase.findings(of: rule) == (isRight ? [] : ["error strict.serialNumberInvalid 0"]))
    }

    @Test func `accepts the serial number zero in anchors, but not in certificates below them`() throws {
        let hierarchy = try Hierarchy(root: { $0.serialNumber = [0] }, intermediate: { $0.serialNumber = [0] })
        #expect(try hierarchy.ruleCase.findings(of: rule) == ["error strict.serialNumberInvalid 1"])
    }

    @Test func `requires UTCTime through 2049 and GeneralizedTime afterwards (RFC 5280 §4.1.2.5)`() throws {
        let early = try Hierarchy(leaf: { $0.notBeforeEncoding = .generalized })
        #expect(try early.ruleCase.findings(of: rule) == ["error strict.timeEncoding 0"])
        let late = try Hierarchy(leaf: { $0.notAfter = .reference.adding(days: 30 * 365) })
        #expect(try late.ruleCase.findings(of: rule) == [])
    }

    @Test(arguments: [(DERWriter.null, true), ([], false), (DERWriter.integer(1), false)])
    func `requires NULL parameters of RSA keys, including in anchors (RFC 3279 §2.3.1)`(
        parameters: [UInt8],
        isRight: Bool
    ) throws {
        let modulus = DERWriter.integer(magnitude: [UInt8](repeating: 0xFF, count: 256))
        let identifier = DERWriter.sequence(TestObjectIdentifier("1.2.840.113549.1.1.1").der, parameters)
        let key = DERWriter.bitString(DERWriter.sequence(modulus, DERWriter.integer(65537)))
        let hierarchy = try Hierarchy(leaf: { $0.subjectPublicKeyInfo = DERWriter.sequence(identifier, key) })
        let expected = isRight ? [] : ["error strict.keyParameters 0"]
        #expect(try hierarchy.ruleCase.findings(of: rule) == expected)
        #expect(try RuleCase([hierarchy.leaf]).findings(of: rule) == expected)
    }

    @Test func `rejects unique identifiers, including in anchors (RFC 5280 §4.1.2.8)`() throws {
        let edits: [TestAuthority.Edit] = [{ $0.issuerUniqueID = [0xAA] }, { $0.subjectUniqueID = [0xBB] }]
        for edit in edits {
            #expect(try Hierarchy(leaf: edit).ruleCase.findings(of: rule) == ["error strict.uniqueIdentifiers 0"])
            #expect(try Hierarchy(root: edit).ruleCase.findings(of: rule) == ["error strict.uniqueIdentifiers 2"])
        }
    }

    @Test func `requires version 3, and reports extensions in other versions separately (RFC 5280 §4.1.2.1)`() throws {
        let findings = try Hierarchy(leaf: { $0.version = 2 }).ruleCase.full(rule)
        #expect(findings.map(\.summary) == ["error strict.extensionsRequireVersion3 0", "error webpki.versionNot3 0"])
        let bare = try Hierarchy(root: {
            $0.version = 1
            $0.extensions.removeAll()
        })
        #expect(try bare.ruleCase.findings(of: rule) == ["error webpki.versionNot3 2"])
    }

    @Test func `rejects an explicit criticality of FALSE, including in anchors (X.690 §11.5)`() throws {
        let written = TestExtension(
            .keyUsage,
            der: DERWriter.sequence(
                TestObjectIdentifier.keyUsage.der,
                DERWriter.boolean(false),
                DERWriter.octetString(DERWriter.namedBitString(TestKeyUsage.digitalSignature.rawValue))
            )
        )
        let hierarchy = try Hierarchy(leaf: { $0.extensions.set(written) })
        let finding = try #require(try hierarchy.ruleCase.full(rule).first)
        #expect(finding.summary == "error strict.defaultEncoded 0")
        #expect(finding.fact("extension") == .text("2.5.29.15"))
        #expect(try RuleCase([hierarchy.leaf]).findings(of: rule) == ["error strict.defaultEncoded 0"])
    }
}
