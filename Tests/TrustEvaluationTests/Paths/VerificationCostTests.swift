import Testing
import TrustModel

@testable import TrustEvaluation

@Suite struct `The cost of checking a signature` {
    @Test(arguments: [
        (2048, 17, 1), (4096, 17, 1), (8192, 17, 6), (16384, 2, 8), (16384, 17, 25), (16384, 64, 80), (3072, 3072, 125),
    ])
    func `grows with the exponent and the square of the modulus of an RSA key`(modulus: Int, exponent: Int, cost: Int) {
        for kind in [PublicKeyFacts.Kind.rsa, .rsaPSS] {
            #expect(PublicKeyFacts(kind: kind, bits: modulus, exponentBits: exponent).verificationCost == cost)
        }
    }

    @Test func `is high for an RSA key that could not be read here`() {
        #expect(PublicKeyFacts(kind: .rsa, bits: nil).verificationCost == 100)
        #expect(PublicKeyFacts(kind: .rsa, bits: 2048).verificationCost == 100)
    }

    @Test func `is low for common curves and high for others`() {
        #expect(PublicKeyFacts(kind: .ellipticCurve(.prime256v1), bits: 256).verificationCost == 1)
        #expect(PublicKeyFacts(kind: .ellipticCurve(.secp384r1), bits: 384).verificationCost == 12)
        #expect(PublicKeyFacts(kind: .ellipticCurve(nil), bits: nil).verificationCost == 40)
        #expect(PublicKeyFacts(kind: .ed25519, bits: 256).verificationCost == 1)
        #expect(PublicKeyFacts(kind: .dsa, bits: 2048).verificationCost == 9)
    }

    @Test func `grows with what is digested, by the digest`() {
        func cost(_ algorithm: OID, _ parameters: [UInt8]? = nil) -> Int {
            SignatureDigest.cost(of: 1 << 20, for: AlgorithmIdentifier(algorithm: algorithm, parameters: parameters))
        }
        #expect(cost(OID(1, 2, 840, 10045, 4, 3, 2)) == 16, "SHA-256")
        #expect(cost(OID(1, 2, 840, 10045, 4, 3, 4)) == 48, "SHA-512")
        #expect(cost(.ed25519) == 48)
        #expect(cost(OID(2, 16, 840, 1, 101, 3, 4, 3, 12)) == 144, "SHA3-512")
        #expect(cost(OID(1, 2, 3)) == 144)
        // With SHA3-512, of which the digests that are known here are none.
        let sha3: [UInt8] = [0x30, 0x0F, 0xA0, 0x0D, 0x30, 0x0B, 0x06, 0x09] + OID(2, 16, 840, 1, 101, 3, 4, 2, 10).der
        #expect(cost(.rsassaPSS, sha3) == 144)
        let ordinary = AlgorithmIdentifier(algorithm: OID(1, 2, 3), parameters: nil)
        #expect(SignatureDigest.cost(of: 2000, for: ordinary) == 0)
    }
}
