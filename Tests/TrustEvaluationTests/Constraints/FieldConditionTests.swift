import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Conditions on other fields` {
    private func facts(key: TestKey? = nil, _ edit: @escaping TestAuthority.Edit = { _ in }) throws -> CertificateFacts
    {
        try TestAuthority.root("Root", key: .shared(.ecdsaP256, "conditions"))
            .issueLeaf("api.example.com", key: key ?? .shared(.ecdsaP256, "conditions leaf"), edit: edit).read().facts
    }

    @Test(
        arguments: [
            (.ecdsaP256, .ec, "ec", "256 bits", "P-256"), (.ecdsaSecp256k1, .ec, "ec", "256 bits", "secp256k1"),
            (.ecdsaBrainpool(384), .ec, "ec", "384 bits", "brainpoolP384r1"),
            (.rsa(2048), .rsa, "rsa", "2048 bits", "a key that is not on a curve"),
            (.rsaPSS(2048), .rsa, "rsa", "2048 bits", "a key that is not on a curve"),
            (.ed25519, .ed25519, "ed25519", "256 bits", "a key that is not on a curve"),
            (.ed448, .ed448, "ed448", "448 bits", "a key that is not on a curve"),
            (.dsa(2048), .dsa, "dsa", "2048 bits", "a key that is not on a curve"),
        ] as [(TestKeyKind, KeyTypeCondition.KeyType, String, String, String)]
    )
    func `compare type, size and curve of a key`(
        kind: TestKeyKind,
        type: KeyTypeCondition.KeyType,
        name: String,
        size: String,
        curve: String
    ) throws {
        let facts = try facts(key: .shared(kind, "conditions"))
        let others = KeyTypeCondition.KeyType.allCases.filter { $0 != type }
        #expect(KeyTypeCondition([type]).match(facts) == .met && KeyTypeCondition(others).match(facts) == .unmet)
        #expect(KeyTypeCondition(others).found(in: facts) == name)
        let bits = try #require(facts.publicKey.bits)
        #expect(KeySizeCondition(minimumBits: bits).match(facts) == .met && bits <= type.maximumBits)
        #expect(KeySizeCondition(minimumBits: bits + 1).match(facts) == .unmet)
        #expect(KeySizeCondition(minimumBits: bits + 1).found(in: facts) == size)
        let curves = CurveName.all.filter { $0.name == curve }.map(\.curve)
        #expect(CurveCondition(curves).match(facts) == (curves.isEmpty ? .unmet : .met))
        #expect(CurveCondition([.secp224r1]).match(facts) == .unmet)
        #expect(CurveCondition([.secp224r1]).found(in: facts) == curve)
    }

    @Test func `know post-quantum keys, which have no size and no curve`() throws {
        let key = DERWriter.sequence(
            DERWriter.sequence(TestObjectIdentifier("2.16.840.1.101.3.4.3.18").der),
            DERWriter.bitString([UInt8](repeating: 7, count: 1952))
        )
        let facts = try facts { $0.subjectPublicKeyInfo = key }
        let type = KeyTypeCondition.KeyType.postQuantum(.mlDSA65)
        let others = KeyTypeCondition.KeyType.allCases.filter { $0 != type }
        #expect(KeyTypeCondition([type]).match(facts) == .met && KeyTypeCondition(others).match(facts) == .unmet)
        #expect(KeyTypeCondition(others).found(in: facts) == "ML-DSA-65")
        #expect(KeySizeCondition(minimumBits: 1).match(facts) == .unmet && type.maximumBits == 0)
        #expect(KeySizeCondition(minimumBits: 1).found(in: facts) == "ML-DSA-65")
        #expect(CurveCondition([.prime256v1]).match(facts) == .unmet)
    }

    @Test func `are uncertain about keys of unknown type, size or curve`() throws {
        let unknown = DERWriter.sequence(
            DERWriter.sequence(TestObjectIdentifier("1.2.3.4").der),
            DERWriter.bitString([0])
        )
        let other = try facts { $0.subjectPublicKeyInfo = unknown }
        #expect(KeyTypeCondition(KeyTypeCondition.KeyType.allCases).match(other) == .uncertain)
        #expect(KeyTypeCondition([.rsa]).found(in: other) == "1.2.3.4")
        #expect(KeySizeCondition(minimumBits: 1).match(other) == .uncertain)
        #expect(KeySizeCondition(minimumBits: 1).found(in: other) == "a key of unknown size")
        let algorithm = DERWriter.sequence(TestObjectIdentifier("1.2.840.10045.2.1").der, DERWriter.sequence())
        let explicit = try facts { $0.subjectPublicKeyInfo = DERWriter.sequence(algorithm, DERWriter.bitString([4])) }
        #expect(CurveCondition([.prime256v1]).match(explicit) == .uncertain)
        #expect(CurveCondition([.prime256v1]).found(in: explicit) == "a curve given by parameters")
    }

    @Test(
        arguments: [
            (.ecdsaP256, nil, "ecdsaWithSHA256"), (.ecdsaP256, .ecdsa(.sha384), "ecdsaWithSHA384"),
            (.rsa(2048), nil, "rsaPKCS1WithSHA256"), (.rsa(2048), .rsaPSS(.sha256), "rsaPSSWithSHA256"),
            (.rsa(2048), .rsaPSS(.sha512, saltLength: 64), "rsaPSSWithSHA512"), (.ed25519, nil, "ed25519"),
            (.ed448, nil, "ed448"), (.ecdsaP256, .ecdsa(.sha1), "1.2.840.10045.4.1"),
        ] as [(TestKeyKind, TestSignatureAlgorithm?, String)]
    )
    func `compare the signature algorithm`(kind: TestKeyKind, algorithm: TestSignatureAlgorithm?, name: String) throws {
        let root = try TestAuthority.root("Root", key: .shared(kind, "conditions"))
        let facts = try root.issueLeaf("api.example.com") { $0.signature.algorithm = algorithm }.read().facts
        let own = try #require(SignatureAlgorithmName(name))
        let others = SignatureAlgorithmName.names.filter { $0 != name }.compactMap(SignatureAlgorithmName.init)
        #expect(SignatureAlgorithmCondition([own]).match(facts) == .met)
        #expect(SignatureAlgorithmCondition(others).match(facts) == .unmet)
        #expect(SignatureAlgorithmCondition(others).found(in: facts) == name)
        let identifier = try #require(SignatureAlgorithmName(facts.signatureAlgorithm.algorithm.description))
        #expect(SignatureAlgorithmCondition([identifier]).match(facts) == .met)
    }

    @Test func `are uncertain about ambiguous signature algorithms`() throws {
        let root = try TestAuthority.root("Root", key: .shared(.rsa(2048), "conditions"))
        let salted = try root.issueLeaf("api") { $0.signature.algorithm = .rsaPSS(.sha256, saltLength: 20) }.read()
            .facts
        let pss = try #require(SignatureAlgorithmName("rsaPSSWithSHA256"))
        let pkcs1 = try #require(SignatureAlgorithmName("rsaPKCS1WithSHA256"))
        #expect(SignatureAlgorithmCondition([pss]).match(salted) == .uncertain)
        #expect(SignatureAlgorithmCondition([pkcs1]).match(salted) == .unmet)
        #expect(SignatureAlgorithmCondition([pss]).found(in: salted) == "1.2.840.113549.1.1.10")
        let claimed = try root.issueLeaf("api") { $0.signature.outerClaim = .rsa(.sha512) }.read().facts
        #expect(SignatureAlgorithmCondition([pkcs1]).match(claimed) == .uncertain)
        #expect(SignatureAlgorithmCondition([pkcs1]).found(in: claimed) == "two different algorithms")
    }

    @Test(
        arguments: [
            ([0x0A, 0x1B], .met), ([0x00, 0xFF], .met), ([0x1B], .unmet), ([0x00], .unmet), ([0xFF], .uncertain),
            ([0x8A, 0x1B], .uncertain),
        ] as [([UInt8], ConstraintMatch)]
    )
    func `compare serial numbers as positive numbers`(serialNumber: [UInt8], expected: ConstraintMatch) throws {
        let facts = try facts { $0.serialNumber = serialNumber }
        #expect(SerialNumberCondition([[0x0A, 0x1B], [0xFF]]).match(facts) == expected)
        #expect(SerialNumberCondition([[0x00, 0x0A, 0x1B], [0x00, 0x00, 0xFF]]).match(facts) == expected)
    }

    @Test func `look up digests of certificates and keys`() throws {
        let facts = try facts()
        let other = try #require(Fingerprint([UInt8](repeating: 0x5A, count: 32)))
        let many = try (0..<10_000).map { number in
            try #require(Fingerprint([UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 0, count: 30)))
        }
        let own = FingerprintCondition(.certificate, many + [facts.fingerprint])
        #expect(own.match(facts) == .met)
        #expect(own.expected.utf8.count < 400 && own.expected.hasSuffix(", …"))
        #expect(FingerprintCondition(.certificate, [other]).match(facts) == .unmet)
        #expect(FingerprintCondition(.certificate, [other]).found(in: facts) == facts.fingerprint.hex)
        #expect(FingerprintCondition(.publicKey, [facts.publicKeyFingerprint]).match(facts) == .met)
        #expect(FingerprintCondition(.publicKey, [facts.fingerprint]).match(facts) == .unmet)
        #expect(FingerprintCondition(.publicKey, [other]).found(in: facts) == facts.publicKeyFingerprint.pin)
        #expect(FingerprintCondition(.publicKey, [other]).expected == other.pin)
    }

    @Test(
        arguments: [
            (["1.2.3"], .met, "1.2.3"), (["1.2.4"], .unmet, "1.2.4"), ([], .unmet, "none"),
            (["1.2.4", "2.5.29.32.0"], .uncertain, "1.2.4, anyPolicy"),
            (["2.5.29.32.0", "1.2.3"], .met, "anyPolicy, 1.2.3"),
        ] as [([TestObjectIdentifier], ConstraintMatch, String)]
    )
    func `compare certificate policies`(
        policies: [TestObjectIdentifier],
        expected: ConstraintMatch,
        found: String
    ) throws {
        let facts = try facts { if !policies.isEmpty { $0.extensions.append(.certificatePolicies(policies)) } }
        let condition = CertificatePolicyCondition([OID(1, 2, 3), OID(1, 2, 5)])
        #expect(condition.match(facts) == expected)
        #expect(condition.found(in: facts) == found)
    }

    @Test(
        arguments: [
            ([.serverAuthentication], .met, .met), ([.clientAuthentication], .unmet, .unmet),
            ([], .uncertain, .uncertain),
            ([.serverAuthentication, .clientAuthentication], .met, .unmet),
            ([.anyExtendedKeyUsage], .uncertain, .uncertain),
            ([.anyExtendedKeyUsage, .serverAuthentication], .met, .uncertain),
        ] as [([TestObjectIdentifier], ConstraintMatch, ConstraintMatch)]
    )
    func `compare extended key usages`(
        usages: [TestObjectIdentifier],
        includes: ConstraintMatch,
        only: ConstraintMatch
    ) throws {
        let facts = try facts { $0.extendedKeyUsages = usages }
        #expect(ExtendedKeyUsageCondition(.includes, [.serverAuth]).match(facts) == includes)
        #expect(ExtendedKeyUsageCondition(.only, [.serverAuth]).match(facts) == only)
        #expect(
            ExtendedKeyUsageCondition(.only, [.serverAuth, .clientAuth, .anyExtendedKeyUsage]).match(facts)
                == (usages.isEmpty ? .uncertain : .met)
        )
    }

    @Test func `are uncertain about malformed extensions`() throws {
        let facts = try facts {
            $0.extensions.set(.raw(.extendedKeyUsage, value: [0x30, 0x01]))
            $0.extensions.set(.raw(.certificatePolicies, value: [0x30, 0x01]))
        }
        #expect(ExtendedKeyUsageCondition(.includes, [.serverAuth]).match(facts) == .uncertain)
        #expect(ExtendedKeyUsageCondition(.only, [.serverAuth]).match(facts) == .uncertain)
        #expect(ExtendedKeyUsageCondition(.only, [.serverAuth]).found(in: facts) == "a malformed extension")
        #expect(CertificatePolicyCondition([.anyPolicy]).match(facts) == .uncertain)
        #expect(CertificatePolicyCondition([.anyPolicy]).found(in: facts) == "a malformed extension")
        // The extensions are present nevertheless.
        #expect(ExtensionCondition(.present, [.extendedKeyUsage]).match(facts) == .met)
        #expect(ExtensionCondition(.absent, [.extendedKeyUsage]).match(facts) == .unmet)
    }

    @Test func `compare the presence and criticality of extensions`() throws {
        let facts = try facts()
        let other = OID(1, 3, 6, 1, 5, 5, 7, 1, 24)
        #expect(ExtensionCondition(.present, [.keyUsage, .extendedKeyUsage]).match(facts) == .met)
        #expect(ExtensionCondition(.critical, [.keyUsage]).match(facts) == .met)
        #expect(ExtensionCondition(.absent, [other]).match(facts) == .met)
        let present = ExtensionCondition(.present, [.keyUsage, other])
        #expect(present.match(facts) == .unmet && present.found(in: facts) == "absent: \(other)")
        #expect(present.expected == "present: 2.5.29.15, \(other)")
        let critical = ExtensionCondition(.critical, [.keyUsage, .extendedKeyUsage, other])
        #expect(critical.match(facts) == .unmet)
        #expect(critical.found(in: facts) == "absent or not critical: 2.5.29.37, \(other)")
        let absent = ExtensionCondition(.absent, [.keyUsage, other])
        #expect(absent.match(facts) == .unmet && absent.found(in: facts) == "present: 2.5.29.15")
    }

    @Test func `compare notBefore with excluded instants`() throws {
        let facts = try facts()
        let notBefore = Instant.reference(days: -30)
        #expect(NotBeforeCondition(.after, notBefore.adding(seconds: -1)).match(facts) == .met)
        #expect(NotBeforeCondition(.after, notBefore).match(facts) == .unmet)
        #expect(NotBeforeCondition(.before, notBefore.adding(seconds: 1)).match(facts) == .met)
        #expect(NotBeforeCondition(.before, notBefore).match(facts) == .unmet)
        #expect(NotBeforeCondition(.before, notBefore).expected == "before \(notBefore)")
        #expect(NotBeforeCondition(.before, notBefore).found(in: facts) == notBefore.description)
        let malformed = try self.facts { $0.notBeforeEncoding = .text("never") }
        #expect(NotBeforeCondition(.after, notBefore).match(malformed) == .uncertain)
        #expect(NotBeforeCondition(.after, notBefore).found(in: malformed) == "a malformed time")
    }
}
