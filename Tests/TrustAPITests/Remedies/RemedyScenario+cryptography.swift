import TrustTestSupport

extension RemedyScenario {
    private static let unsupportedKey =
        "Generate a supported key, such as one on the curve P-256, or an RSA key of 2048 to 4096 bits with the exponent "
        + "65537. Have the certificate reissued for it. If the key is that of a CA, have the certificates that the CA issued "
        + "reissued too."
    private static let x25519 = DERWriter.sequence(
        DERWriter.sequence(TestObjectIdentifier("1.3.101.110").der),
        DERWriter.bitString([UInt8](repeating: 9, count: 32))
    )

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
        RemedyScenario("crypto.keyWeak", unsupportedKey) {
            $0.leaf { $0.subjectPublicKeyInfo = x25519 }
        } cure: {
            $0.leaf { $0.subjectPublicKeyInfo = $0.subjectKey.subjectPublicKeyInfo }
        },
        RemedyScenario("crypto.keyWeak", unsupportedKey) {
            $0.issuing { $0.subjectPublicKeyInfo = x25519 }
        } cure: {
            $0.issuing { $0.subjectPublicKeyInfo = $0.subjectKey.subjectPublicKeyInfo }
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
