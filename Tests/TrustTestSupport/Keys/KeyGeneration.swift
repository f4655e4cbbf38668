import COpenSSL

/// Creates key pairs with OpenSSL.
enum KeyGeneration {
    /// Creates a key pair of the kind given.
    static func generate(_ kind: TestKeyKind) throws -> KeyPairHandle {
        guard case .dsa(let bits) = kind else {
            return try unsafe generate(from: EVP_PKEY_CTX_new_from_name(nil, kind.algorithmName, nil), kind)
        }
        let parameters = unsafe try dsaParameters(bits: bits)
        defer { unsafe EVP_PKEY_free(parameters) }
        return try unsafe generate(from: EVP_PKEY_CTX_new_from_pkey(nil, parameters, nil), kind)
    }

    private static func generate(from context: OpaquePointer?, _ kind: TestKeyKind) throws -> KeyPairHandle {
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_keygen_init(context) > 0 else { throw OpenSSLFailure("EVP_PKEY_keygen_init") }
        try unsafe configure(context, kind)
        var key: OpaquePointer?
        guard unsafe EVP_PKEY_generate(context, &key) > 0, let key = unsafe key else {
            throw OpenSSLFailure("EVP_PKEY_generate")
        }
        return unsafe KeyPairHandle(owning: key)
    }

    private static func configure(_ context: OpaquePointer?, _ kind: TestKeyKind) throws {
        switch kind {
        case .rsa(let bits, let exponent):
            try unsafe chooseRSA(context, bits: bits, exponent: exponent)
        case .rsaPSS(let bits):
            try unsafe chooseRSA(context, bits: bits, exponent: 65_537)
        default:
            guard let curve = kind.curve else { return }
            guard unsafe EVP_PKEY_CTX_set_group_name(context, curve.name) > 0 else {
                throw OpenSSLFailure("EVP_PKEY_CTX_set_group_name")
            }
        }
    }

    private static func chooseRSA(_ context: OpaquePointer?, bits: Int, exponent: UInt32) throws {
        let number = unsafe BN_new()
        defer { unsafe BN_free(number) }
        guard unsafe BN_set_word(number, UInt(exponent)) == 1,
            unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)) > 0,
            unsafe EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context, number) > 0
        else { throw OpenSSLFailure("EVP_PKEY_CTX_set1_rsa_keygen_pubexp") }
    }

    private static func dsaParameters(bits: Int) throws -> OpaquePointer {
        let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "DSA", nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var parameters: OpaquePointer?
        guard unsafe EVP_PKEY_paramgen_init(context) > 0,
            unsafe EVP_PKEY_CTX_set_dsa_paramgen_bits(context, Int32(bits)) > 0,
            unsafe EVP_PKEY_paramgen(context, &parameters) > 0, let parameters = unsafe parameters
        else { throw OpenSSLFailure("EVP_PKEY_paramgen") }
        return unsafe parameters
    }
}
