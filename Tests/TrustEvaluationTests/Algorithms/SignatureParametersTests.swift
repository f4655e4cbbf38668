import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The parameters of signature algorithms` {
    private static let null = DERWriter.null
    private static let rsa = TestObjectIdentifier("1.2.840.113549.1.1.11")
    private static let ecdsa = TestObjectIdentifier("1.2.840.10045.4.3.2")
    private static let ed25519 = TestObjectIdentifier("1.3.101.112")
    private static let foreign = "error crypto.algorithm 0"
    private static let deviation = "warning strict.signatureParameters 0"

    /// Returns the findings about a leaf signed by an issuer with a key type, under an algorithm with these parameters.
    private func findings(
        _ algorithm: TestObjectIdentifier,
        _ parameters: [UInt8],
        by issuer: TestKeyKind
    ) throws -> [String]? {
        let root = try TestAuthority.root("Root", key: .shared(issuer))
        let claim = TestSignatureAlgorithm.claim(DERWriter.sequence(algorithm.der, parameters))
        let leaf = try root.issueLeaf("api.example.com") {
            $0.signature.innerClaim = claim
            $0.signature.outerClaim = claim
        }
        return try RuleCase([leaf, root.certificate]).findings(of: SignatureAlgorithmRule())
    }

    @Test func `must be NULL for RSA (RFC 4055 §5)`() throws {
        #expect(try findings(Self.rsa, Self.null, by: .rsa(2048)) == [])
        #expect(try findings(Self.rsa, [], by: .rsa(2048)) == [Self.deviation])
        #expect(try findings(Self.rsa, DERWriter.integer(1), by: .rsa(2048)) == [Self.foreign])
        #expect(try findings(Self.rsa, DERWriter.sequence(), by: .rsa(2048)) == [Self.foreign])
    }

    @Test func `must be absent for ECDSA (RFC 5758 §3.2) and Ed25519 (RFC 8410 §3)`() throws {
        for (algorithm, key) in [(Self.ecdsa, TestKeyKind.ecdsaP256), (Self.ed25519, .ed25519)] {
            #expect(try findings(algorithm, [], by: key) == [])
            #expect(try findings(algorithm, Self.null, by: key) == [Self.deviation])
            #expect(try findings(algorithm, DERWriter.sequence(), by: key) == [Self.foreign])
        }
    }

    @Test(arguments: PostQuantumAlgorithm.allCases)
    func `must be absent for ML-DSA (RFC 9881 §2) and SLH-DSA (RFC 9909 §3)`(algorithm: PostQuantumAlgorithm) {
        for parameters in [nil, [0x05, 0x00], [0x30, 0x00]] as [[UInt8]?] {
            let identifier = AlgorithmIdentifier(algorithm: algorithm.identifier, parameters: parameters)
            switch SignatureParameters(of: identifier) {
            case .conforming: #expect(parameters == nil)
            case .foreign: #expect(parameters != nil)
            case .missing, .superfluous: Issue.record("\(algorithm.name)")
            }
        }
    }

    @Test func `name the digest of RSASSA-PSS (RFC 4055 §3.1)`() throws {
        let identifier = AlgorithmIdentifier(algorithm: .rsassaPSS, parameters: [0x30, 0x00])
        guard case .conforming = SignatureParameters(of: identifier) else {
            Issue.record("parameters of PSS are another rule's")
            return
        }
    }

    @Test func `are errors if they belong to another algorithm, or under a strict profile`() throws {
        for profile in Profile.allCases where !profile.demands.requiresSVID {
            let isStrict = profile == .rfc5280Strict || profile == .webpki
            for (parameters, isTrusted) in [([], true), (Self.null, !isStrict), (DERWriter.sequence(), false)] {
                let claim = TestSignatureAlgorithm.claim(DERWriter.sequence(Self.ecdsa.der, parameters))
                let hierarchy = try Hierarchy(leaf: {
                    $0.signature.innerClaim = claim
                    $0.signature.outerClaim = claim
                })
                var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
                engineCase.edit = { $0.profile = profile }
                #expect(try engineCase.verdict().outcome == (isTrusted ? .trusted : .untrusted), "\(profile)")
            }
        }
    }

    @Test func `are ignored in the anchor's own signature`() throws {
        let claim = TestSignatureAlgorithm.claim(DERWriter.sequence(Self.ecdsa.der, DERWriter.sequence()))
        let hierarchy = try Hierarchy(root: {
            $0.signature.innerClaim = claim
            $0.signature.outerClaim = claim
        })
        #expect(try hierarchy.ruleCase.findings(of: SignatureAlgorithmRule()) == [])
    }
}
