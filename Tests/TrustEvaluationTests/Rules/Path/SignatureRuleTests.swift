import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The signatures rule` {
    @Test func `rejects a signature that was not verified, and explains each defect`() throws {
        var ruleCase = try Hierarchy().ruleCase
        let wrong = "The signature of CN=api.example.com was not made with the key of CN=Issuing."
        ruleCase.signatures = PathSignatures([])
        let findings = try ruleCase.full(SignatureRule())
        #expect(findings.map(\.summary) == ["error chain.signatureInvalid 0", "error chain.signatureInvalid 1"])
        #expect(findings.first?.message == wrong)
        ruleCase.signatures = PathSignatures([.unusableKey(limit: nil), nil])
        #expect(try ruleCase.findings(of: SignatureRule()) == [])
        let unusable = try #require(try ruleCase.full(KeyStrengthRule()).first)
        #expect(
            unusable.message
                == "The signature of CN=api.example.com cannot be verified: the key of CN=Issuing cannot be decoded."
        )
        #expect(unusable.isFixed)
    }

    @Test func `accepts valid signatures of the issuers`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: SignatureRule()) == [])
    }

    @Test func `rejects each invalid signature (RFC 5280 §6.1.3 (a)(1))`() throws {
        let hierarchy = try Hierarchy(
            intermediate: { $0.signature.isCorrupt = true },
            leaf: { $0.signature.verbatim = [1, 2, 3] }
        )
        #expect(
            try hierarchy.ruleCase.findings(of: SignatureRule())?.sorted()
                == ["error chain.signatureInvalid 0", "error chain.signatureInvalid 1"]
        )
    }

    @Test func `ignores the anchor's own signature`() throws {
        let hierarchy = try Hierarchy(root: { $0.signature.isCorrupt = true })
        #expect(try hierarchy.ruleCase.findings(of: SignatureRule()) == [])
    }

    @Test func `does not apply to a path of one certificate`() throws {
        #expect(try RuleCase([Hierarchy().leaf]).findings(of: SignatureRule()) == nil)
    }
}

/// Signatures with algorithms that anchord does not support.
@Suite struct `A signature with an unsupported algorithm` {
    /// SM2 with SM3, and HashML-DSA-65.
    private static let algorithms = ["1.2.156.10197.1.501", "2.16.840.1.101.3.4.3.33"]

    private static func claim(_ algorithm: String) -> TestSignatureAlgorithm {
        .claim(DERWriter.sequence(TestObjectIdentifier(stringLiteral: algorithm).der))
    }

    /// Replaces the algorithm identifiers of a certificate's signature and key.
    private static func postQuantum(_ template: inout CertificateTemplate) {
        template.signature.algorithm = claim(algorithms[1])
        template.subjectPublicKeyInfo = DERWriter.sequence(
            DERWriter.sequence(TestObjectIdentifier(stringLiteral: algorithms[1]).der),
            DERWriter.bitString([UInt8](repeating: 7, count: 1952))
        )
    }

    @Test(arguments: algorithms, Profile.allCases)
    func `is the only error, and not reported as an invalid signature`(algorithm: String, profile: Profile) throws {
        let hierarchy = try Hierarchy(leaf: { $0.signature.algorithm = Self.claim(algorithm) })
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.edit = { $0.profile = profile }
        let verdict = try engineCase.verdict()
        #expect(verdict.reasons.filter { $0.code.name.hasPrefix("c") }.map(\.summary) == ["error crypto.algorithm 0"])
        #expect(verdict.outcome == .untrusted)
        let reason = try #require(verdict.reasons.first { $0.code == .cryptoAlgorithm })
        #expect(reason.fact("signatureAlgorithm") == .text(algorithm))
        #expect(
            reason.message
                == "The signature of CN=api.example.com cannot be verified: anchord does not support the "
                + "algorithm \(OID(dotted: algorithm)?.algorithmLabel ?? "")."
        )
    }

    @Test func `explains unsupported keys of the same type`() throws {
        let hierarchy = try Hierarchy(root: Self.postQuantum, intermediate: Self.postQuantum, leaf: Self.postQuantum)
        let verdict = try EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate]).verdict()
        #expect(verdict.summaries == ["error crypto.algorithm 0", "error crypto.algorithm 1"])
    }

    @Test func `does not explain an unsupported key if every signature can be verified`() throws {
        let hierarchy = try Hierarchy(leaf: {
            Self.postQuantum(&$0)
            $0.signature.algorithm = nil
        })
        let verdict = try EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate]).verdict()
        #expect(verdict.summaries == ["error crypto.keyWeak 0"])
    }

    @Test func `is never accepted under any policy's checks or evaluator`() throws {
        let stranger = try TestKey.generate(.ecdsaP256)
        let hierarchy = try Hierarchy()
        let forged = try hierarchy.intermediate.issueLeaf("api.example.com") {
            $0.signature.key = stranger
            $0.signature.algorithm = Self.claim(Self.algorithms[0])
        }
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.chain[0] = forged
        for enforcement in [Enforcement.everything, .trustAndRevocation] {
            for severity in [SeverityOverride.warning, .ignore] {
                engineCase.edit = {
                    $0.enforcement = enforcement
                    $0.severities = [.cryptoAlgorithm: severity, .cryptoKeyWeak: severity]
                }
                #expect(try engineCase.verdict().errorCodes == ["crypto.algorithm"])
            }
        }
    }

    @Test func `prevents pins above it from matching`() throws {
        let stranger = try TestKey.generate(.ecdsaP256)
        let hierarchy = try Hierarchy()
        let forged = try hierarchy.intermediate.issueLeaf("api.example.com") {
            $0.signature.key = stranger
            $0.signature.algorithm = Self.claim(Self.algorithms[1])
        }
        for kind in [PinRequirements.Kind.publicKeys, .certificates] {
            var pinCase = try PinCase(hierarchy, kind, pinning: 1, 2)
            pinCase.enforcement = .hostAndPins
            #expect(try pinCase.verdict().outcome == .trusted)
            pinCase.engineCase.chain[0] = forged
            let verdict = try pinCase.verdict()
            #expect(verdict.outcome == .untrusted)
            #expect(verdict.matchedPin == nil)
        }
    }

    @Test func `cannot be accepted by an exception`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.signature.algorithm = Self.claim(Self.algorithms[0]) })
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        let chain = try hierarchy.path.map { try $0.fingerprint() }
        engineCase.exceptions = [
            TrustException(
                codes: [.cryptoAlgorithm],
                chain: chain,
                host: .dns("api.example.com"),
                until: .reference.adding(seconds: 86400)
            )
        ]
        #expect(try engineCase.verdict().errorCodes == ["crypto.algorithm"])
    }

    @Test(arguments: [
        ("1.2.156.10197.1.501", "SM2 with SM3"), ("1.2.643.7.1.1.3.2", "GOST R 34.10-2012"),
        ("2.16.840.1.101.3.4.3.33", "HashML-DSA-65"), ("2.16.840.1.101.3.4.3.35", "HashSLH-DSA-SHA2-128s"),
        ("1.3.6.1.5.5.7.6.40", "composite ML-DSA-44"), ("1.3.6.1.5.5.7.6.41", "composite ML-DSA-65"),
        ("1.3.6.1.5.5.7.6.54", "composite ML-DSA-87"),
    ])
    func `is named`(algorithm: String, name: String) throws {
        let hierarchy = try Hierarchy(leaf: { $0.signature.algorithm = Self.claim(algorithm) })
        let verdict = try EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate]).verdict()
        #expect(verdict.reasons.first?.message.hasSuffix("the algorithm \(name) (\(algorithm)).") == true)
    }

    @Test func `does not make a root that is not trusted look like a missing issuer`() throws {
        let hierarchy = try Hierarchy(root: Self.postQuantum, intermediate: Self.postQuantum, leaf: Self.postQuantum)
        for (chain, depth) in [(hierarchy.path, 2), ([hierarchy.root.certificate], 0)] {
            let verdict = try EngineCase(chain, anchors: []).verdict()
            #expect(!verdict.errorCodes.contains("chain.issuerNotFound"))
            #expect(
                verdict.summaries.contains("error chain.\(depth == 0 ? "selfSignedLeaf" : "untrustedRoot") \(depth)")
            )
            #expect(verdict.errorCodes.first == "crypto.algorithm" || depth == 0)
        }
    }

    @Test func `is distinguished from an invalid signature with a supported algorithm`() throws {
        let stranger = try TestKey.generate(.ecdsaP256)
        let hierarchy = try Hierarchy(leaf: { $0.signature.key = stranger })
        let verdict = try EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate]).verdict()
        #expect(verdict.errorCodes == ["chain.signatureInvalid"])
    }
}
