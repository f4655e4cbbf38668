/// A signature algorithm of an AlgorithmIdentifier (RFC 5280 sections 4.1.1.2 and 4.1.2.3).
package enum TestSignatureAlgorithm: Hashable, Sendable {
    /// RSA with PKCS #1 version 1.5 padding.
    case rsa(TestDigest)
    /// RSA with PSS padding; the salt is counted in octets, and the mask uses the same digest (RFC 4055 section 3.1).
    case rsaPSS(TestDigest, saltLength: Int = 32)
    /// ECDSA (RFC 5758 section 3.2); MD5 has no identifier here and is written as SHA-1.
    case ecdsa(TestDigest)
    /// DSA; SHA-1, SHA-224 and SHA-256 have identifiers, any other digest is written as SHA-256.
    case dsa(TestDigest)
    /// Ed25519 (RFC 8410).
    case ed25519
    /// Ed448 (RFC 8410).
    case ed448
    /// The complete AlgorithmIdentifier, written unchanged; OpenSSL signs with the key's default digest.
    case claim([UInt8])

    /// The digest passed to OpenSSL; nil if the algorithm has a fixed digest.
    var digest: TestDigest? {
        switch self {
        case .rsa(let digest), .rsaPSS(let digest, _), .ecdsa(let digest), .dsa(let digest): digest
        case .ed25519, .ed448, .claim: nil
        }
    }

    /// The complete AlgorithmIdentifier.
    package var algorithmIdentifier: [UInt8] {
        switch self {
        case .rsa(let digest): DERWriter.sequence(Self.rsaIdentifier(digest).der, DERWriter.null)
        case .rsaPSS(let digest, let saltLength):
            DERWriter.sequence(Self.pssIdentifier.der, Self.pssParameters(digest, saltLength: saltLength))
        case .ecdsa(let digest): DERWriter.sequence(Self.ecdsaIdentifier(digest).der)
        case .dsa(let digest): DERWriter.sequence(Self.dsaIdentifier(digest).der)
        case .ed25519: DERWriter.sequence(Self.ed25519Identifier.der)
        case .ed448: DERWriter.sequence(Self.ed448Identifier.der)
        case .claim(let bytes): bytes
        }
    }
}

extension TestSignatureAlgorithm {
    /// The identifier of Ed25519, of keys and signatures.
    static let ed25519Identifier: TestObjectIdentifier = "1.3.101.112"
    /// The identifier of Ed448, of keys and signatures.
    static let ed448Identifier: TestObjectIdentifier = "1.3.101.113"
    /// The identifier of RSASSA-PSS, of keys and signatures.
    static let pssIdentifier: TestObjectIdentifier = "1.2.840.113549.1.1.10"

    private static func rsaIdentifier(_ digest: TestDigest) -> TestObjectIdentifier {
        switch digest {
        case .md5: "1.2.840.113549.1.1.4"
        case .sha1: "1.2.840.113549.1.1.5"
        case .sha224: "1.2.840.113549.1.1.14"
        case .sha256: "1.2.840.113549.1.1.11"
        case .sha384: "1.2.840.113549.1.1.12"
        case .sha512: "1.2.840.113549.1.1.13"
        }
    }

    private static func ecdsaIdentifier(_ digest: TestDigest) -> TestObjectIdentifier {
        switch digest {
        case .md5, .sha1: "1.2.840.10045.4.1"
        case .sha224: "1.2.840.10045.4.3.1"
        case .sha256: "1.2.840.10045.4.3.2"
        case .sha384: "1.2.840.10045.4.3.3"
        case .sha512: "1.2.840.10045.4.3.4"
        }
    }

    private static func dsaIdentifier(_ digest: TestDigest) -> TestObjectIdentifier {
        switch digest {
        case .sha1: "1.2.840.10040.4.3"
        case .sha224: "2.16.840.1.101.3.4.3.1"
        case .md5, .sha256, .sha384, .sha512: "2.16.840.1.101.3.4.3.2"
        }
    }

    // DER omits a field that equals its default, here SHA-1 and 20 octets (RFC 4055 section 3.1).
    private static func pssParameters(_ digest: TestDigest, saltLength: Int) -> [UInt8] {
        let hash = DERWriter.sequence(digest.objectIdentifier.der, DERWriter.null)
        let maskGeneration = DERWriter.sequence(TestObjectIdentifier("1.2.840.113549.1.1.8").der, hash)
        let isDefault = digest == .sha1
        return DERWriter.sequence(
            isDefault ? [] : DERWriter.explicit(0, hash),
            isDefault ? [] : DERWriter.explicit(1, maskGeneration),
            saltLength == 20 ? [] : DERWriter.explicit(2, DERWriter.integer(saltLength))
        )
    }
}
