import Testing
import TrustModel

@Suite struct `Signing algorithms` {
    @Test func `have stable names`() {
        let names = [
            "rsaPSSWithSHA256", "rsaPSSWithSHA384", "rsaPSSWithSHA512", "rsaPKCS1WithSHA256", "rsaPKCS1WithSHA384",
            "rsaPKCS1WithSHA512", "ecdsaWithSHA256", "ecdsaWithSHA384", "ecdsaWithSHA512", "ed25519",
        ]
        #expect(SigningAlgorithm.allCases.map(\.rawValue) == names)
    }

    @Test func `each suit a key type, and those of TLS 1.3 exclude PKCS #1`() {
        let suitable = Set(SigningKeyType.allCases.flatMap(\.algorithms))
        #expect(suitable == Set(SigningAlgorithm.allCases))
        for type in SigningKeyType.allCases {
            #expect(Set(type.tls13Algorithms).isSubset(of: type.algorithms))
            #expect(!type.tls13Algorithms.contains { $0.rawValue.hasPrefix("rsaPKCS1") })
        }
    }

    @Test func `are named by the error of an unsuitable one`() {
        let error = SigningError.unsuitableAlgorithm(.ed25519, .ecdsaP256)
        #expect(
            error.description == "the algorithm ed25519 does not suit the identity's key of type ecdsaP256; use "
                + "ecdsaWithSHA256, ecdsaWithSHA384, ecdsaWithSHA512"
        )
    }
}
