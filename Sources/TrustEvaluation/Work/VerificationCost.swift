package import TrustModel

extension PublicKeyFacts {
    /// The cost of checking one signature with the key, in units of ten microseconds (``WorkKind/signatures``).
    ///
    /// The maker of a key determines this cost: a check on the curve brainpoolP512r1 takes fifty times as long as one with
    /// RSA 2048, and an RSA key may have an exponent as long as its modulus, which takes a hundred times as long as 65537.
    /// Measured with `openssl speed` and through the adapter, which differ by about ten microseconds where a signature needs
    /// OpenSSL's generic verification (EdDSA, DSA, RSASSA-PSS).
    ///
    /// | key | microseconds | units |
    /// |---|---|---|
    /// | RSA 2048, 3072, 4096, 8192, 16384 with 65537 | 14, 33, 50, 190, 770 | 2, 4, 8, 32, 128 |
    /// | RSA 2048 with an exponent of 64 bits | 46 | 6 |
    /// | P-256 | 47 | 5 |
    /// | Ed25519 | 77 to 90 | 9 |
    /// | P-224 | 98 | 12 |
    /// | Ed448 | 170 to 190 | 19 |
    /// | P-192 | 190 | 20 |
    /// | secp256k1, brainpoolP256r1 | 330 | 34 |
    /// | P-521, P-384 | 350, 480 | 45, 50 |
    /// | brainpoolP384r1, brainpoolP512r1 | 590, 740 | 60, 76 |
    /// | DSA 1024, 2048, 3072 | 56, 203, 450 | 5, 20, 45 |
    ///
    /// Curves that are not listed, binary curves and explicit parameters among them, are never decoded; they cost as much
    /// as the costliest all the same.
    var verificationCost: Int {
        switch kind {
        case .rsa, .rsaPSS: Self.rsaCost(modulus: bits, exponent: exponentBits)
        case .ellipticCurve(let curve): Self.curveCost(curve) + (isPointCompressed ? Self.decompressionCost : 0)
        case .ed25519: 9
        case .ed448: 19
        case .dsa: max(2, 20 * Self.square(bits ?? 10000) / Self.square(2048))
        // Keys of unknown kinds are never decoded.
        case .other: 1
        }
    }

    /// Whether the key is of the kind that an algorithm's signatures are made with; true for algorithms that are not known
    /// here, of which only the library can tell.
    package func mayHaveSigned(by algorithm: OID) -> Bool {
        let isOfRSA = algorithm.isBelow(.pkcs1)
        let isOfECDSA = algorithm.isBelow(.ecdsaSignatures)
        let isOfEdwards = algorithm == .ed25519 || algorithm == .ed448
        guard isOfRSA || isOfECDSA || isOfEdwards else { return true }
        return switch kind {
        case .rsa, .rsaPSS: isOfRSA
        case .ellipticCurve: isOfECDSA
        case .ed25519: algorithm == .ed25519
        case .ed448: algorithm == .ed448
        case .dsa: false
        case .other: true
        }
    }

    /// The square root of a compressed point on P-224, the slowest of all; on other curves it takes a tenth of this.
    private static let decompressionCost = 60

    private static func curveCost(_ curve: OID?) -> Int { curve.flatMap { curveCosts[$0] } ?? 76 }

    private static let curveCosts: [OID: Int] = [
        .prime192v1: 20, .secp224r1: 12, .prime256v1: 5, .secp384r1: 50, .secp521r1: 45, .secp256k1: 34,
        .brainpoolP256r1: 34, .brainpoolP384r1: 60, .brainpoolP512r1: 76,
    ]

    /// Square of the modulus for each bit of the exponent, and for five more.
    ///
    /// A number that our parser could not read may be readable to OpenSSL's decoder of RSASSA-PSS keys.
    private static func rsaCost(modulus: Int?, exponent: Int?) -> Int {
        guard let modulus, let exponent else { return 400 }
        return max(2, square(modulus) * (min(exponent, 1 << 14) + 5) / (square(2048) * 11))
    }

    /// The library refuses RSA keys of more than 16384 bits and DSA keys of more than 10000 before any arithmetic.
    private static func square(_ bits: Int) -> Int {
        min(bits, 1 << 14) * min(bits, 1 << 14)
    }
}

extension SignatureDigest {
    /// The cost of digesting some bytes that were signed with an algorithm, in units as above.
    ///
    /// A KiB takes 0.6 microseconds with SHA-256 where the processor has instructions for it and three times that where it
    /// has none, 1 with SHA-512, and 3.5 with SHA3-512.
    static func cost(of bytes: Int, for identifier: AlgorithmIdentifier) -> Int {
        bytes < 4096 ? 0 : (bytes * weight(of: identifier)) >> 16
    }

    /// Units for each 64 KiB: eight for SHA-256, twelve for SHA-512, and for SHA-3 thirty, as for unknown digests.
    private static func weight(of identifier: AlgorithmIdentifier) -> Int {
        if identifier.algorithm == .ed25519 { return 12 }
        guard let digest = SignatureDigest(identifier), !digest.isSHA3 else { return 30 }
        // The parameters of RSASSA-PSS may name another digest than those that are known, which is then taken for SHA-1.
        if identifier.algorithm == .rsassaPSS, digest.strength < 80 { return 30 }
        return digest.strength > 128 ? 12 : 8
    }
}
