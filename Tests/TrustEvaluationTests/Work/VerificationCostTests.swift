import Testing
import TrustModel

@testable import TrustEvaluation

@Suite struct `The cost of verifying a signature` {
    @Test(arguments: [
        (2048, 2, 2), (2048, 17, 2), (4096, 17, 8), (8192, 17, 32), (16384, 2, 40), (16384, 17, 128), (2048, 64, 6),
        (16384, 64, 401), (3072, 3072, 629),
    ])
    func `grows with the exponent and the square of the modulus of an RSA key`(modulus: Int, exponent: Int, cost: Int) {
        for kind in [PublicKeyFacts.Kind.rsa, .rsaPSS] {
            #expect(PublicKeyFacts(kind: kind, bits: modulus, exponentBits: exponent).verificationCost == cost)
        }
    }

    @Test func `is high for an RSA key that our parser cannot read`() {
        #expect(PublicKeyFacts(kind: .rsa, bits: nil).verificationCost == 400)
        #expect(PublicKeyFacts(kind: .rsa, bits: 2048).verificationCost == 400)
    }

    @Test func `is low for common curves and high for others`() {
        #expect(PublicKeyFacts(kind: .ellipticCurve(.prime256v1), bits: 256).verificationCost == 5)
        #expect(PublicKeyFacts(kind: .ellipticCurve(.secp384r1), bits: 384).verificationCost == 50)
        #expect(PublicKeyFacts(kind: .ellipticCurve(.brainpoolP512r1), bits: 512).verificationCost == 76)
        #expect(PublicKeyFacts(kind: .ellipticCurve(nil), bits: nil).verificationCost == 76, "explicit parameters")
        let binary = OID(1, 3, 132, 0, 39)
        #expect(PublicKeyFacts(kind: .ellipticCurve(binary), bits: nil).verificationCost == 76, "sect571r1")
        #expect(PublicKeyFacts(kind: .ed25519, bits: 256).verificationCost == 9)
        #expect(PublicKeyFacts(kind: .ed448, bits: 448).verificationCost == 19)
        #expect(PublicKeyFacts(kind: .postQuantum(.mlDSA65), bits: nil).verificationCost == 14)
        let costs = PostQuantumAlgorithm.allCases.map(\.verificationCost)
        #expect(costs.max() == 243, "a path of five slow signatures fits into the default budget")
        #expect(PublicKeyFacts(kind: .dsa, bits: 2048).verificationCost == 20)
        #expect(PublicKeyFacts(kind: .dsa, bits: nil).verificationCost == 476, "the cost of the largest readable key")
    }

    @Test func `includes the decompression of a point`() {
        var key = PublicKeyFacts(kind: .ellipticCurve(.secp224r1), bits: 224)
        #expect(key.verificationCost == 12)
        key.isPointCompressed = true
        #expect(key.verificationCost == 72)
    }

    @Test(arguments: [
        (PublicKeyFacts.Kind.rsa, OID(1, 2, 840, 113549, 1, 1, 11), true), (.rsa, .rsassaPSS, true),
        (.rsa, OID(1, 2, 840, 10045, 4, 3, 2), false),
        (.ellipticCurve(.prime256v1), OID(1, 2, 840, 10045, 4, 3, 2), true),
        (.ellipticCurve(.prime256v1), OID(1, 2, 840, 113549, 1, 1, 11), false), (.ed25519, .ed25519, true),
        (.ed25519, .ed448, false), (.ellipticCurve(.prime256v1), OID(2, 16, 840, 1, 101, 3, 4, 3, 10), true),
        (.dsa, OID(2, 16, 840, 1, 101, 3, 4, 3, 2), true), (.dsa, .ed25519, false),
        (.postQuantum(.mlDSA65), OID(2, 16, 840, 1, 101, 3, 4, 3, 18), true),
        (.postQuantum(.mlDSA65), OID(2, 16, 840, 1, 101, 3, 4, 3, 17), false),
        (.postQuantum(.mlDSA65), .ed25519, false), (.rsa, OID(2, 16, 840, 1, 101, 3, 4, 3, 18), false),
    ])
    func `is zero if the key's kind does not fit the signature`(
        kind: PublicKeyFacts.Kind,
        algorithm: OID,
        isPossible: Bool
    ) {
        #expect(PublicKeyFacts(kind: kind, bits: 256).mayHaveSigned(by: algorithm) == isPossible)
    }

    @Test func `grows with the number of digested octets, depending on the digest`() {
        func cost(_ algorithm: OID, _ parameters: [UInt8]? = nil) -> Int {
            SignatureDigest.cost(of: 1 << 20, for: AlgorithmIdentifier(algorithm: algorithm, parameters: parameters))
        }
        #expect(cost(OID(1, 2, 840, 10045, 4, 3, 2)) == 128, "SHA-256")
        #expect(cost(OID(1, 2, 840, 10045, 4, 3, 4)) == 192, "SHA-512")
        #expect(cost(.ed25519) == 192)
        #expect(cost(OID(2, 16, 840, 1, 101, 3, 4, 3, 12)) == 480, "SHA3-512")
        #expect(cost(OID(1, 2, 3)) == 480)
        // With SHA3-512, which is not among the known digests.
        let sha3: [UInt8] = [0x30, 0x0F, 0xA0, 0x0D, 0x30, 0x0B, 0x06, 0x09] + OID(2, 16, 840, 1, 101, 3, 4, 2, 10).der
        #expect(cost(.rsassaPSS, sha3) == 480)
        let ordinary = AlgorithmIdentifier(algorithm: OID(1, 2, 3), parameters: nil)
        #expect(SignatureDigest.cost(of: 2000, for: ordinary) == 0)
    }
}
