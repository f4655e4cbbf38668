import TrustModel

extension PublicKeyFacts {
    /// What it costs to check a signature with the key, in checks with P-256 or RSA 2048, some 40 microseconds.
    ///
    /// Whoever makes a key chooses what it costs: an RSA key may have an exponent as long as its modulus, which takes a
    /// hundred times as long as one with 65537. The figures are OpenSSL 3.0's on x86-64.
    var verificationCost: Int {
        switch kind {
        case .rsa, .rsaPSS: Self.rsaCost(modulus: bits, exponent: exponentBits)
        case .ellipticCurve(.prime256v1), .ed25519: 1
        case .ed448: 4
        case .ellipticCurve(.secp384r1): 12
        case .ellipticCurve(.secp521r1): 8
        case .ellipticCurve: 40
        case .dsa: max(1, 9 * Self.square(bits ?? 10000) / Self.square(2048))
        // Nobody decodes such a key.
        case .other: 1
        }
    }

    /// Square of the modulus for each bit of the exponent, and for five more; an RSA 2048 key with 65537 costs half a check.
    ///
    /// A number that could not be read may be readable to the library, which takes negative ones for positive.
    private static func rsaCost(modulus: Int?, exponent: Int?) -> Int {
        guard let modulus, let exponent else { return 100 }
        return max(1, square(modulus) * (min(exponent, 1 << 14) + 5) / (square(2048) * 55))
    }

    /// The library refuses RSA keys of more than 16384 bits and DSA keys of more than 10000 before any arithmetic.
    private static func square(_ bits: Int) -> Int {
        min(bits, 1 << 14) * min(bits, 1 << 14)
    }
}

extension SignatureDigest {
    /// What it costs to digest some bytes that were signed with an algorithm, in checks as above, for each 64 KiB.
    static func cost(of bytes: Int, for identifier: AlgorithmIdentifier) -> Int {
        bytes < 4096 ? 0 : (bytes * weight(of: identifier)) >> 16
    }

    /// One for SHA-256, three for SHA-512, and for SHA-3 nine, as for algorithms whose digest is not known.
    private static func weight(of identifier: AlgorithmIdentifier) -> Int {
        if identifier.algorithm == .ed25519 { return 3 }
        guard let digest = SignatureDigest(identifier), !digest.isSHA3 else { return 9 }
        // The parameters of RSASSA-PSS may name another digest than those that are known, which is then taken for SHA-1.
        if identifier.algorithm == .rsassaPSS, digest.strength < 80 { return 9 }
        return digest.strength > 128 ? 3 : 1
    }
}
