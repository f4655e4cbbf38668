import TrustTestSupport

extension RemedyScenario {
    static let cryptography = [
        RemedyScenario("crypto.keyWeak", "Generate a stronger key, and have the certificate reissued for it.") {
            $0.leafKey = .rsa(1024)
        } cure: {
            $0.leafKey = .rsa(2048)
        },
        RemedyScenario("crypto.keyWeak", "Generate a stronger key, and have the certificate reissued for it.") {
            $0.leafKey = .rsa(2048)
            $0.policy("minimumRSABits", 3072)
        } cure: {
            $0.leafKey = .ecdsaP256
        },
        RemedyScenario(
            "crypto.digestWeak",
            "Have the certificate reissued with a signature that uses SHA-256 or a stronger digest."
        ) {
            $0.leaf { $0.signature.digest = .sha1 }
        } cure: {
            $0.leaf { $0.signature.digest = .sha256 }
        },
        RemedyScenario("crypto.algorithm", algorithm) {
            $0.leaf { $0.signature.outerClaim = .ecdsa(.sha224) }
        } cure: {
            $0.leaf { $0.signature.outerClaim = nil }
        },
        RemedyScenario("crypto.algorithm", algorithm) {
            $0.leaf {
                let unknown = TestSignatureAlgorithm.claim(DERWriter.sequence(TestObjectIdentifier("1.2.3.4").der))
                $0.signature.innerClaim = unknown
                $0.signature.outerClaim = unknown
            }
        } cure: {
            $0.issuingKey = .rsa(2048)
            $0.leaf {
                $0.signature.innerClaim = nil
                $0.signature.outerClaim = nil
            }
        },
    ]

    private static let algorithm =
        "Have the certificate reissued with a common signature algorithm, such as ECDSA or RSA with SHA-256."
}
