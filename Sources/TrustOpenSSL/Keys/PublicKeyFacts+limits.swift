import TrustModel

extension PublicKeyFacts {
    /// A clause about the limit of OpenSSL that the key exceeds, so that OpenSSL verifies no signature with it; otherwise
    /// nil.
    ///
    /// The limits are OPENSSL_RSA_MAX_MODULUS_BITS, OPENSSL_RSA_SMALL_MODULUS_BITS, OPENSSL_RSA_MAX_PUBEXP_BITS and
    /// OPENSSL_DSA_MAX_MODULUS_BITS (openssl/rsa.h, openssl/dsa.h).
    var exceededLimit: String? {
        guard let bits else { return nil }
        switch kind {
        case .rsa, .rsaPSS:
            if bits > 16384 { return "has \(bits) bits, but OpenSSL verifies RSA signatures with at most 16384" }
            guard bits > 3072, let exponentBits, exponentBits > 64 else { return nil }
            return
                "has an exponent of \(exponentBits) bits, but with a modulus of more than 3072 bits, OpenSSL accepts an "
                + "exponent of at most 64"
        case .dsa:
            return bits > 10000 ? "has \(bits) bits, but OpenSSL verifies DSA signatures with at most 10000" : nil
        case .ellipticCurve, .ed25519, .ed448, .postQuantum, .other: return nil
        }
    }
}
