package import TrustModel

extension PublicKeyFacts {
    /// The cost of verifying one signature with the key, in units of ten microseconds (``WorkKind/signatures``).
    ///
    /// The sender of a certificate chooses its key, and thereby this cost. Verification on the curve brainpoolP512r1
    /// takes fifty times as long as with RSA 2048. Verification with an RSA exponent as long as the modulus takes a
    /// hundred times as long as with 65537.
    ///
    /// The values were measured with `openssl speed` and through the adapter. For signatures that use OpenSSL's generic
    /// verification (EdDSA, DSA, RSASSA-PSS), the two measurements differ by about ten microseconds.
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
    /// | ML-DSA-44, 65, 87 | 85, 130, 200 | 9, 14, 20 |
    /// | SLH-DSA-SHA2 | 210 to 940 | 21 to 94 |
    /// | SLH-DSA-SHAKE | 580 to 2430 | 58 to 243 |
    ///
    /// Keys on other curves, such as binary curves, are never decoded, but cost as much as the slowest curve above.
    var verificationCost: Int {
        switch kind {
        case .rsa, .rsaPSS: Self.rsaCost(modulus: bits, exponent: exponentBits)
        case .ellipticCurve(let curve): Self.curveCost(curve) + (isPointCompressed ? Self.decompressionCost : 0)
        case .ed25519: 9
        case .ed448: 19
        case .dsa: max(2, 20 * Self.square(bits ?? 10000) / Self.square(2048))
        case .postQuantum(let algorithm): algorithm.verificationCost
        // Keys of unknown types are never decoded.
        case .other: 1
        }
    }

    /// Whether a key of this type can create an algorithm's signatures; true for algorithms unknown here.
    package func mayHaveSigned(by algorithm: OID) -> Bool {
        let isOfRSA = algorithm.isBelow(.pkcs1)
        let isOfECDSA = algorithm.isBelow(.ecdsaSignatures)
        let isOfEdwards = algorithm == .ed25519 || algorithm == .ed448
        guard isOfRSA || isOfECDSA || isOfEdwards else {
            return PostQuantumAlgorithm(algorithm).map { kind == .postQuantum($0) } ?? true
        }
        return switch kind {
        case .rsa, .rsaPSS: isOfRSA
        case .ellipticCurve: isOfECDSA
        case .ed25519: algorithm == .ed25519
        case .ed448: algorithm == .ed448
        case .dsa, .postQuantum: false
        case .other: true
        }
    }

    /// The cost of decompressing a point on P-224, the slowest curve; other curves cost a tenth of this.
    private static let decompressionCost = 60

    private static func curveCost(_ curve: OID?) -> Int { curve.flatMap { curveCosts[$0] } ?? 76 }

    private static let curveCosts: [OID: Int] = [
        .prime192v1: 20, .secp224r1: 12, .prime256v1: 5, .secp384r1: 50, .secp521r1: 45, .secp256k1: 34,
        .brainpoolP256r1: 34, .brainpoolP384r1: 60, .brainpoolP512r1: 76,
    ]

    /// The square of the modulus size, multiplied by the exponent's number of bits plus five.
    ///
    /// A key with an unknown size has the highest cost, because OpenSSL may accept numbers that our parser cannot read.
    private static func rsaCost(modulus: Int?, exponent: Int?) -> Int {
        guard let modulus, let exponent else { return 400 }
        return max(2, square(modulus) * (min(exponent, 1 << 14) + 5) / (square(2048) * 11))
    }

    /// The library rejects RSA keys of more than 16384 bits and DSA keys of more than 10000 bits before any arithmetic.
    private static func square(_ bits: Int) -> Int {
        min(bits, 1 << 14) * min(bits, 1 << 14)
    }
}

extension SignatureDigest {
    /// Returns the cost of digesting signed bytes for a signature algorithm, in units of ten microseconds.
    ///
    /// Digesting one KiB with SHA-256 takes 0.6 microseconds if the processor has instructions for it, and otherwise
    /// three times as long. Digesting one KiB takes 1 microsecond with SHA-512, and 3.5 microseconds with SHA3-512.
    static func cost(of bytes: Int, for identifier: AlgorithmIdentifier) -> Int {
        bytes < 4096 ? 0 : (bytes * weight(of: identifier)) >> 16
    }

    /// The units for each 64 KiB: 8 for SHA-256, 12 for SHA-512, and 30 for SHA-3 and unknown digests.
    private static func weight(of identifier: AlgorithmIdentifier) -> Int {
        if identifier.algorithm == .ed25519 { return 12 }
        guard let digest = SignatureDigest(identifier), !digest.isSHA3 else { return 30 }
        // RSASSA-PSS parameters with an unknown digest are read as SHA-1.
        if identifier.algorithm == .rsassaPSS, digest.strength < 80 { return 30 }
        return digest.strength > 128 ? 12 : 8
    }
}
