import TrustModel

/// OpenSSL's security levels and the strength of keys (SSL_CTX_set_security_level(3), NIST SP 800-57 part 1 table 2).
enum SecurityLevel {
    /// Returns the minimum strength, in bits, at a security level of 0 to 5.
    static func bits(of level: Int) -> Int {
        let bits = [0, 80, 112, 128, 192, 256]
        return bits[min(max(level, 0), 5)]
    }

    /// Returns the strength of a key in bits; nil if its size or type is unknown.
    static func bits(of key: PublicKeyFacts) -> Int? {
        switch key.kind {
        case .rsa, .rsaPSS, .dsa: key.bits.map(integerStrength)
        case .ellipticCurve: key.bits.map { $0 / 2 }
        case .ed25519: 128
        case .ed448: 224
        case .postQuantum(let algorithm): algorithm.strength
        case .other: nil
        }
    }

    private static func integerStrength(_ bits: Int) -> Int {
        switch bits {
        case 15360...: 256
        case 7680...: 192
        case 3072...: 128
        case 2048...: 112
        case 1024...: 80
        default: 0
        }
    }
}
