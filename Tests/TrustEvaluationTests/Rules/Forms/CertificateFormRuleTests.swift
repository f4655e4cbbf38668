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

    private func findings(_ edit: @escaping TestAuthority.Edit) throws -> [String] {
        let findings = try Hierarchy(leaf: edit).ruleCase.full(rule)
        #expect(findings.allSatisfy { $0.summary == "error strict.defaultEncoded 0" })
        return findings.map(\.message)
    }

    @Test func `rejects an encoded version 1 (X.690 §11.5)`() throws {
        let hierarchy = try Hierarchy(leaf: {
            $0.version = 1
            $0.writesVersion1 = true
            $0.extensions.removeAll()
        })
        let findings = try hierarchy.ruleCase.full(rule)
        #expect(findings.map(\.summary) == ["error webpki.versionNot3 0", "error strict.defaultEncoded 0"])
        #expect(findings.last?.message == "CN=api.example.com encodes version 1, which DER omits.")
    }

    @Test func `rejects an encoded cA FALSE, with and without a path length (X.690 §11.5)`() throws {
        let empty = try findings { $0.extensions.set(.basicConstraints(isAuthority: false)) }
        #expect(empty == [])
        for rest in [[], DERWriter.integer(0)] {
            let value = DERWriter.sequence(DERWriter.boolean(false), rest)
            let written = try findings { $0.extensions.set(.raw(.basicConstraints, critical: true, value: value)) }
            #expect(
                written == [
                    "The extension 2.5.29.19 of CN=api.example.com encodes FALSE as the value of a flag, which DER omits."
                ]
            )
        }
    }

    @Test(arguments: [
        ([0x00, 0x80], true), ([0x01, 0x80], true), ([0x06, 0x80], true), ([0x07, 0x80], false),
        ([0x00, 0x80, 0x00], true), ([0x05, 0xA0], false), ([0x04, 0xA0], true), ([0x07, 0x80, 0x80], false),
        ([0x06, 0x80, 0x80], true), ([0x00, 0x01], false),
    ])
    func `rejects a key usage that ends with zero bits (X.690 §11.2.2)`(content: [UInt8], isWrong: Bool) throws {
        let value = DERWriter.element(0x03, content)
        let found = try findings { $0.extensions.set(.raw(.keyUsage, critical: true, value: value)) }
        let message = "The extension 2.5.29.15 of CN=api.example.com has bits that end with zeros, which DER omits."
        #expect(found == (isWrong ? [message] : []))
    }

    @Test(arguments: [
        ([0x06, 0x40], false), ([0x05, 0x40], true), ([0x00, 0x40, 0x00], true), ([0x07, 0x00, 0x80], false),
    ])
    func `rejects reason flags of a distribution point that end with zero bits (X.690 §11.2.2)`(
        content: [UInt8],
        isWrong: Bool
    ) throws {
        let name = DERWriter.explicit(
            0,
            DERWriter.explicit(0, DERWriter.element(0x86, Array("http://crl.example".utf8)))
        )
        let plain = DERWriter.sequence(name)
        let point = DERWriter.sequence(name, DERWriter.element(0x81, content))
        let value = DERWriter.sequence(plain, point)
        for type: TestObjectIdentifier in ["2.5.29.31", "2.5.29.46"] {
            let found = try findings { $0.extensions.set(.raw(type, critical: false, value: value)) }
            #expect(found.count == (isWrong ? 1 : 0))
        }
    }

    @Test(arguments: [
        ([], false), (DERWriter.explicit(0, sha1), true), (DERWriter.explicit(0, sha256), false),
        (DERWriter.explicit(1, DERWriter.sequence(mgf1, sha1)), true),
        (DERWriter.explicit(1, DERWriter.sequence(mgf1, sha256)), false),
        (DERWriter.explicit(2, DERWriter.integer(20)), true), (DERWriter.explicit(2, DERWriter.integer(32)), false),
        (DERWriter.explicit(3, DERWriter.integer(1)), true),
    ])
    func `rejects encoded defaults of RSASSA-PSS parameters of signatures and keys (RFC 4055 §3.1)`(
        fields: [UInt8],
        isWrong: Bool
    ) throws {
        let type = TestObjectIdentifier("1.2.840.113549.1.1.10").der
        let identifier = DERWriter.sequence(type, DERWriter.sequence(fields))
        let signature = try findings {
            $0.signature.innerClaim = .claim(identifier)
            $0.signature.outerClaim = .claim(identifier)
        }
        #expect(signature.count == (isWrong ? 1 : 0))
        let key = try findings {
            let numbers = DERWriter.sequence(
                DERWriter.integer(magnitude: [UInt8](repeating: 0xFF, count: 256)),
                DERWriter.integer(65537)
            )
            $0.subjectPublicKeyInfo = DERWriter.sequence(identifier, DERWriter.bitString(numbers))
        }
        #expect(key.count == (isWrong ? 1 : 0))
    }

    private static let sha1 = DERWriter.sequence(TestObjectIdentifier("1.3.14.3.2.26").der, DERWriter.null)
    private static let sha256 = DERWriter.sequence(TestObjectIdentifier("2.16.840.1.101.3.4.2.1").der, DERWriter.null)
    private static let mgf1 = TestObjectIdentifier("1.2.840.113549.1.1.8").der

    @Test(arguments: [Profile.server, .rfc5280, .basicX509, .appleSSL, .rfc5280Strict, .webpki])
    func `warns of encoded defaults, except under the strict profiles`(profile: Profile) throws {
        let value = DERWriter.sequence(DERWriter.boolean(false))
        var ruleCase = try Hierarchy(leaf: {
            $0.extensions.set(.raw(.basicConstraints, critical: true, value: value))
        }).ruleCase
        ruleCase.requirements.profile = profile
        let found = PathEvaluation(try ruleCase.context()).findings.first { $0.code == .strictDefaultEncoded }
        #expect(found?.severity == ([.rfc5280Strict, .webpki].contains(profile) ? .error : .warning))
    }

    @Test func `shows every version exactly`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.version = (1 << 40) + 1 })
        let finding = try #require(try hierarchy.ruleCase.full(rule).first)
        #expect(finding.message == "CN=api.example.com has extensions but is version 1099511627777, not version 3.")
        #expect(finding.fact("version") == .number(1_099_511_627_777))
    }
}
