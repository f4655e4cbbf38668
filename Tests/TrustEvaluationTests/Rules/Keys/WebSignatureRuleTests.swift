import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The web signature rule` {
    private let rule = WebSignatureRule()

    private func findings(_ algorithm: TestSignatureAlgorithm, by issuer: TestKeyKind) throws -> [String]? {
        let root = try TestAuthority.root("Root", key: .shared(issuer))
        let leaf = try root.issueLeaf("api.example.com") { $0.signature.algorithm = algorithm }
        return try RuleCase([leaf, root.certificate]).findings(of: rule)
    }

    /// Returns the findings about a leaf with this signature algorithm.
    private func findings(claiming identifier: [UInt8], by issuer: TestKeyKind) throws -> [String]? {
        let root = try TestAuthority.root("Root", key: .shared(issuer))
        let leaf = try root.issueLeaf("api.example.com") {
            $0.signature.innerClaim = .claim(identifier)
            $0.signature.outerClaim = .claim(identifier)
        }
        return try RuleCase([leaf, root.certificate]).findings(of: rule)
    }

    private static let forbidden = ["error webpki.signatureForbidden 0"]

    @Test(arguments: [
        (TestSignatureAlgorithm.rsa(.sha256), true), (.rsa(.sha384), true), (.rsa(.sha512), true),
        (.rsa(.sha224), false), (.rsa(.sha1), false), (.rsaPSS(.sha256, saltLength: 32), true),
        (.rsaPSS(.sha384, saltLength: 48), true), (.rsaPSS(.sha512, saltLength: 64), true),
        (.rsaPSS(.sha256, saltLength: 20), false), (.rsaPSS(.sha384, saltLength: 32), false),
        (.rsaPSS(.sha1, saltLength: 20), false),
    ])
    func `allows RSA with three digests and salts of equal length (Baseline Requirements §7.1.3.2.1)`(
        algorithm: TestSignatureAlgorithm,
        isRight: Bool
    ) throws {
        #expect(try findings(algorithm, by: .rsa(2048)) == (isRight ? [] : Self.forbidden))
    }

    @Test func `requires the exact encoding of RSA identifiers (Baseline Requirements §7.1.3.2.1)`() throws {
        let pkcs1 = TestObjectIdentifier("1.2.840.113549.1.1.11").der
        #expect(try findings(claiming: DERWriter.sequence(pkcs1, DERWriter.null), by: .rsa(2048)) == [])
        #expect(try findings(claiming: DERWriter.sequence(pkcs1), by: .rsa(2048)) == Self.forbidden)
        // The section's encodings, and the first one with an explicit default trailer field.
        for (digest, salt) in [(1, 0x20), (2, 0x30), (3, 0x40)] as [(UInt8, UInt8)] {
            #expect(try findings(claiming: Self.pss(digest, salt), by: .rsa(2048)) == [])
        }
        let trailing = Self.pss(1, 0x20, rest: [0xA3, 0x03, 0x02, 0x01, 0x01])
        #expect(try findings(claiming: trailing, by: .rsa(2048)) == Self.forbidden)
    }

    private static func pss(_ digest: UInt8, _ salt: UInt8, rest: [UInt8] = []) -> [UInt8] {
        let hash: [UInt8] = [
            0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, digest, 0x05, 0x00,
        ]
        let mask: [UInt8] = [0x30, 0x1A, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x08]
        let fields = [0xA0, 0x0F] + hash + [0xA1, 0x1C] + mask + hash + [0xA2, 0x03, 0x02, 0x01, salt] + rest
        return DERWriter.sequence(TestObjectIdentifier("1.2.840.113549.1.1.10").der, DERWriter.sequence(fields))
    }

    @Test(
        arguments: [
            (.ecdsaP256, .sha256), (.ecdsaP384, .sha384), (.ecdsaP521, .sha512),
        ] as [(TestKeyKind, TestDigest)]
    )
    func `allows ECDSA with the digest for the issuer's curve (Baseline Requirements §7.1.3.2.2)`(
        key: TestKeyKind,
        right: TestDigest
    ) throws {
        for digest in [TestDigest.sha1, .sha224, .sha256, .sha384, .sha512] {
            #expect(try findings(.ecdsa(digest), by: key) == (digest == right ? [] : Self.forbidden))
        }
        let identifier = TestObjectIdentifier("1.2.840.10045.4.3.2").der
        #expect(try findings(claiming: DERWriter.sequence(identifier, DERWriter.null), by: key) == Self.forbidden)
    }

    @Test(arguments: [TestKeyKind.ed25519, .ed448, .dsa(2048), .ecdsaSecp256k1])
    func `rejects Edwards curves, DSA and other curves`(key: TestKeyKind) throws {
        let root = try TestAuthority.root("Root", key: .shared(key))
        let leaf = try root.issueLeaf("api.example.com")
        #expect(try RuleCase([leaf, root.certificate]).findings(of: rule) == Self.forbidden)
    }

    @Test func `ignores the anchor's own signature, and allows every curve if the issuer is unknown`() throws {
        let hierarchy = try Hierarchy(root: { $0.signature.digest = .sha512 })
        #expect(try hierarchy.ruleCase.findings(of: rule) == [])
        let leaf = try Hierarchy(leaf: { $0.signature.digest = .sha384 }).leaf
        var alone = RuleCase([leaf])
        alone.isAnchored = false
        #expect(try alone.findings(of: rule) == [])
    }

    @Test func `applies under webpki only`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.signature.digest = .sha384 }).ruleCase
        for profile in Profile.allCases where !profile.demands.requiresSVID {
            ruleCase.requirements.profile = profile
            #expect(PathEvaluation(try ruleCase.context()).isAccepted == (profile != .webpki))
        }
    }
}
