import TrustTestSupport

/// Scenarios for the CA/Browser Forum's requirements on keys and signatures.
extension RemedyScenario {
    static let webKeys = [
        web("webpki.keyForbidden", key) {
            $0.leafKey = .ed25519
        } cure: {
            $0.leafKey = .ecdsaP384
        },
        web("webpki.keyForbidden", key) {
            $0.leafKey = .ed25519
        } cure: {
            $0.leafKey = .rsa(2048)
        },
        web("webpki.signatureForbidden", signature) {
            $0.leaf { $0.signature.digest = .sha384 }
        } cure: {
            $0.leaf { $0.signature.digest = .sha256 }
        },
        web("webpki.signatureForbidden", signature) {
            $0.leaf { $0.signature.digest = .sha384 }
        } cure: {
            $0.issuingKey = .rsa(2048)
            $0.leaf { $0.signature.digest = .sha256 }
        },
        web("webpki.keyUsageForbidden", keyUsage) {
            $0.leaf { $0.keyUsage = [.digitalSignature, .nonRepudiation] }
        } cure: {
            $0.leaf { $0.keyUsage = .digitalSignature }
        },
        web("webpki.keyUsageForbidden", keyUsage) {
            $0.issuing { $0.keyUsage = [.keyCertSign, .crlSign, .nonRepudiation] }
        } cure: {
            $0.issuing { $0.keyUsage = [.keyCertSign, .crlSign] }
        },
        web("webpki.keyUsageNotCritical", "Have the certificate reissued with a critical key usage.") {
            $0.leaf { $0.extensions.set(.keyUsage(.digitalSignature, critical: false)) }
        } cure: {
            $0.leaf { $0.extensions.set(.keyUsage(.digitalSignature)) }
        },
    ]

    private static let key =
        "Have the certificate reissued for an RSA key whose size is a multiple of 8 bits, or for a key on P-256, P-384 "
        + "or P-521."
    private static let signature =
        "Have the certificate signed again with RSA and SHA-256, or with ECDSA and the digest for the curve of the "
        + "issuer's key: SHA-256 for P-256, SHA-384 for P-384, SHA-512 for P-521."
    private static let keyUsage =
        "Have the certificate reissued with digitalSignature for a server, or with keyCertSign and cRLSign for a CA."
}
