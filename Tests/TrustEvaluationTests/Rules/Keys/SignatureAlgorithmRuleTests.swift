import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The signature algorithm rule` {
    @Test(arguments: [
        (TestSignatureAlgorithm.ecdsa(.sha256), []), (.ecdsa(.sha384), []), (.ecdsa(.sha224), []),
        (.ecdsa(.sha1), ["error crypto.digestWeak 0"]),
    ])
    func `rejects weak digests (RFC 6194)`(algorithm: TestSignatureAlgorithm, expected: [String]) throws {
        let hierarchy = try Hierarchy(leaf: { $0.signature.algorithm = algorithm })
        #expect(try hierarchy.ruleCase.findings(of: SignatureAlgorithmRule()) == expected)
    }

    @Test(arguments: [
        (TestSignatureAlgorithm.rsa(.sha256), []), (.rsa(.sha512), []), (.rsaPSS(.sha256), []),
        (.rsaPSS(.sha512, saltLength: 64), []),
        (.rsa(.sha1), ["error crypto.digestWeak 0"]), (.rsa(.md5), ["error crypto.digestWeak 0"]),
        (.rsaPSS(.sha1, saltLength: 20), ["error crypto.digestWeak 0"]),
    ])
    func `recognizes the digests of RSA, including those in PSS parameters (RFC 4055 §3.1)`(
        algorithm: TestSignatureAlgorithm,
        expected: [String]
    ) throws {
        let root = try TestAuthority.root("Root", key: .shared(.rsa(2048)))
        let leaf = try root.issueLeaf("api.example.com") { $0.signature.algorithm = algorithm }
        #expect(try RuleCase([leaf, root.certificate]).findings(of: SignatureAlgorithmRule()) == expected)
    }

    @Test(
        arguments: [
            "1.3.14.3.2.3",  // md5WithRSA
            "1.3.36.3.3.1.2",  // rsaSignatureWithripemd160
            "1.2.3",
        ] as [TestObjectIdentifier]
    )
    func `rejects unknown algorithms even if OpenSSL verifies them, such as MD5 with its OIW identifier`(
        algorithm: TestObjectIdentifier
    ) throws {
        let root = try TestAuthority.root("Root", key: .shared(.rsa(2048)))
        let claim = TestSignatureAlgorithm.claim(DERWriter.sequence(algorithm.der, DERWriter.null))
        let leaf = try root.issueLeaf("api.example.com") {
            $0.signature.algorithm = .rsa(.md5)
            $0.signature.innerClaim = claim
            $0.signature.outerClaim = claim
        }
        #expect(try EngineCase([leaf], anchors: [root.certificate]).verdict().outcome == .untrusted)
        #expect(
            try RuleCase([leaf, root.certificate]).findings(of: SignatureAlgorithmRule()) == [
                "error crypto.algorithm 0"
            ]
        )
    }

    @Test func `ignores the anchor's own signature`() throws {
        let hierarchy = try Hierarchy(root: { $0.signature.digest = .sha1 })
        #expect(try hierarchy.ruleCase.findings(of: SignatureAlgorithmRule()) == [])
        var unanchored = hierarchy.ruleCase
        unanchored.isAnchored = false
        unanchored.end = .selfSigned
        #expect(try unanchored.findings(of: SignatureAlgorithmRule()) == ["error crypto.digestWeak 2"])
    }

    @Test func `applies the policy's security level`() throws {
        var ruleCase = try Hierarchy().ruleCase
        ruleCase.requirements.minimumSecurityLevel = 3
        #expect(try ruleCase.findings(of: SignatureAlgorithmRule()) == [])
        ruleCase.requirements.minimumSecurityLevel = 4
        #expect(
            try ruleCase.findings(of: SignatureAlgorithmRule())
                == ["error crypto.digestWeak 0", "error crypto.digestWeak 1"]
        )
    }

    @Test func `rejects a certificate whose two algorithms differ (RFC 5280 §4.1.1.2)`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.signature.innerClaim = .ecdsa(.sha384) })
        #expect(try hierarchy.ruleCase.findings(of: SignatureAlgorithmRule()) == ["error crypto.algorithm 0"])
    }

    @Test func `warns of SHA-1 under rfc5280 unless the policy requires more, and rejects MD5`() throws {
        func findings(_ digest: TestDigest, level: Int? = nil) throws -> [String]? {
            let hierarchy = try Hierarchy(leaf: { $0.signature.digest = digest })
            var ruleCase = hierarchy.ruleCase
            ruleCase.requirements.profile = .rfc5280
            ruleCase.requirements.minimumSecurityLevel = level
            return try ruleCase.findings(of: SignatureAlgorithmRule())
        }
        #expect(try findings(.sha1) == ["warning crypto.digestWeak 0"])
        #expect(try findings(.sha1, level: 1) == ["error crypto.digestWeak 0"])
        #expect(try findings(.sha256) == [])
        let root = try TestAuthority.root("Root", key: .shared(.rsa(2048)))
        let leaf = try root.issueLeaf("api.example.com") { $0.signature.digest = .md5 }
        var ruleCase = RuleCase([leaf, root.certificate])
        ruleCase.requirements.profile = .rfc5280
        #expect(try ruleCase.findings(of: SignatureAlgorithmRule()) == ["error crypto.digestWeak 0"])
    }
}
