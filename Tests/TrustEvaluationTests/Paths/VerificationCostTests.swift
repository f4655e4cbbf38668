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
}
