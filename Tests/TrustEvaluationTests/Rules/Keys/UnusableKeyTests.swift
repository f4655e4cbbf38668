import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Keys of issuers with which no signature can be verified.
@Suite struct `An issuer's key that cannot be used` {
    private static func key(_ algorithm: TestObjectIdentifier, _ parameters: [UInt8], _ bits: [UInt8]) -> [UInt8] {
        DERWriter.sequence(DERWriter.sequence(algorithm.der + parameters), DERWriter.bitString(bits))
    }

    private static func rsa(bits: Int, exponent: [UInt8]) -> [UInt8] {
        let modulus = [0] + [UInt8](repeating: 0xFF, count: bits / 8)
        let number = DERWriter.element(0x02, modulus) + DERWriter.element(0x02, exponent)
        return key("1.2.840.113549.1.1.1", DERWriter.null, DERWriter.sequence(number))
    }

    private static let point = [4] + [UInt8](repeating: 1, count: 64)
    private static let curve = TestObjectIdentifier("1.2.840.10045.2.1")

    private static let keys: [(info: [UInt8], complaint: String)] = [
        (
            rsa(bits: 16400, exponent: [1, 0, 1]),
            "has 16400 bits, but OpenSSL verifies RSA signatures with at most 16384"
        ),
        (rsa(bits: 3080, exponent: [1] + [UInt8](repeating: 1, count: 8)), "has an exponent of 65 bits"),
        (rsa(bits: 2048, exponent: [4]), "has an even exponent"),
        (key(curve, TestObjectIdentifier("1.2.3.4").der, point), "is on the unsupported curve 1.2.3.4"),
        (key(curve, TestObjectIdentifier("1.2.156.10197.1.301").der, point), "SM2 (1.2.156.10197.1.301)"),
        (key(curve, DERWriter.sequence([2, 1, 1]), point), "explicit parameters"),
        (key(curve, TestObjectIdentifier("1.2.840.10045.3.1.7").der, point), "is not a point of its curve"),
        (
            key(curve, TestObjectIdentifier("1.2.840.10045.3.1.7").der, [7] + point.dropFirst()),
            "invalid point encoding"
        ),
        (key("1.3.101.110", [], [UInt8](repeating: 9, count: 32)), "is of the unsupported type X25519 (1.3.101.110)"),
        (key("1.3.132.1.12", TestObjectIdentifier("1.2.840.10045.3.1.7").der, point), "ECDH (1.3.132.1.12)"),
    ]

    /// A leaf whose signature is valid for an algorithm that the key could have.
    private func hierarchy(_ info: [UInt8], isRSA: Bool) throws -> Hierarchy {
        let root = try TestAuthority.root("Root")
        let key = try TestKey.shared(isRSA ? .rsa(2048) : .ecdsaP256, "unusable")
        let issuing = try root.issueAuthority("Issuing", key: key) { $0.subjectPublicKeyInfo = info }
        return Hierarchy(of: root, issuing, try issuing.issueLeaf("api.example.com"))
    }

    @Test(arguments: keys.indices) func `is the first reason, and no signature is called invalid`(index: Int) throws {
        let (info, complaint) = Self.keys[index]
        let hierarchy = try hierarchy(info, isRSA: index < 3)
        for anchors in [[hierarchy.root.certificate], [hierarchy.intermediate.certificate]] {
            let verdict = try EngineCase(hierarchy.path, anchors: anchors).verdict()
            #expect(verdict.errorCodes == ["crypto.keyWeak"], "\(verdict.summaries)")
            let reason = try #require(verdict.reasons.first)
            #expect(reason.depth == 1)
            #expect(
                reason.message.hasPrefix(
                    "The signature of CN=api.example.com cannot be verified: the key of CN=Issuing "
                )
            )
            #expect(reason.message.contains(complaint))
            #expect(reason.specialRemedy == .unsupportedKey)
            #expect(verdict.result == .fatalTrustFailure)
        }
    }

    @Test(arguments: keys.indices) func `is not accepted by any checks, evaluator or exception`(index: Int) throws {
        let hierarchy = try hierarchy(Self.keys[index].info, isRSA: index < 3)
        for enforcement in [Enforcement.everything, .trustAndRevocation] {
            for severity in [SeverityOverride.warning, .ignore] {
                var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
                engineCase.edit = {
                    $0.enforcement = enforcement
                    $0.severities = [.cryptoKeyWeak: severity, .cryptoAlgorithm: severity]
                }
                #expect(try engineCase.verdict().errorCodes == ["crypto.keyWeak"])
                engineCase.exceptions = [
                    TrustException(
                        codes: [.cryptoKeyWeak],
                        chain: try hierarchy.path.map { try $0.fingerprint() },
                        host: .dns("api.example.com"),
                        until: .reference.adding(seconds: 86400)
                    )
                ]
                #expect(try engineCase.verdict().action == .deny)
            }
        }
    }

    @Test(arguments: keys.indices.filter { $0 != 6 })
    func `is rejected in a leaf too, unless it only exceeds a limit of OpenSSL`(index: Int) throws {
        let hierarchy = try Hierarchy(leaf: { $0.subjectPublicKeyInfo = Self.keys[index].info })
        let verdict = try EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate]).verdict()
        let isAccepted = index < 2
        #expect(verdict.errorCodes == (isAccepted ? [] : ["crypto.keyWeak"]))
        if !isAccepted { #expect(verdict.reasons.first?.specialRemedy == .unsupportedKey) }
    }
}
