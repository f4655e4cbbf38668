import COpenSSL

/// Owns one OpenSSL key pair.
//
// Safe without checks: `pointer` is set once, never leaves the class, and is freed with the last reference. Every use
// only reads the key, which OpenSSL allows on several threads at the same time; signing and exporting use separate
// contexts.
@safe final class KeyPairHandle: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// Signs a message.
    func sign(_ message: [UInt8], with algorithm: TestSignatureAlgorithm) throws -> [UInt8] {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        var keyContext: OpaquePointer?
        let digest = unsafe algorithm.digest.flatMap { unsafe EVP_get_digestbyname($0.rawValue) }
        guard unsafe EVP_DigestSignInit(context, &keyContext, digest, nil, pointer) == 1 else {
            throw OpenSSLFailure("EVP_DigestSignInit")
        }
        if case .rsaPSS(_, let saltLength) = algorithm {
            try unsafe Self.choosePSS(keyContext, saltLength: saltLength)
        }
        var count = 0
        guard unsafe EVP_DigestSign(context, nil, &count, message, message.count) == 1 else {
            throw OpenSSLFailure("EVP_DigestSign")
        }
        var signature = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
            throw OpenSSLFailure("EVP_DigestSign")
        }
        return Array(signature.prefix(count))
    }

    /// Writes a number of the key, such as an RSA modulus `n`, as an INTEGER.
    func integer(_ name: String) throws -> [UInt8] {
        var number: OpaquePointer?
        guard unsafe EVP_PKEY_get_bn_param(pointer, name, &number) == 1 else {
            throw OpenSSLFailure("EVP_PKEY_get_bn_param")
        }
        defer { unsafe BN_free(number) }
        var magnitude = [UInt8](repeating: 0, count: unsafe Int(BN_num_bits(number) + 7) / 8)
        _ = unsafe BN_bn2bin(number, &magnitude)
        return DERWriter.integer(magnitude: magnitude)
    }

    /// Returns the public octets: the uncompressed point, or the encoding of an Edwards curve.
    func publicOctets() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 256)
        var count = 0
        guard unsafe EVP_PKEY_get_octet_string_param(pointer, "pub", &buffer, buffer.count, &count) == 1 else {
            throw OpenSSLFailure("EVP_PKEY_get_octet_string_param")
        }
        return Array(buffer.prefix(count))
    }

    /// Writes the key pair as unencrypted PKCS #8.
    func privateKeyDER() throws -> [UInt8] {
        guard let information = unsafe EVP_PKEY2PKCS8(pointer) else { throw OpenSSLFailure("EVP_PKEY2PKCS8") }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
        let count = unsafe i2d_PKCS8_PRIV_KEY_INFO(information, nil)
        guard count > 0 else { throw OpenSSLFailure("i2d_PKCS8_PRIV_KEY_INFO") }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var end = buffer.baseAddress
            _ = unsafe i2d_PKCS8_PRIV_KEY_INFO(information, &end)
        }
        return bytes
    }

    private static func choosePSS(_ context: OpaquePointer?, saltLength: Int) throws {
        guard unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) > 0,
            unsafe EVP_PKEY_CTX_set_rsa_pss_saltlen(context, Int32(saltLength)) > 0
        else { throw OpenSSLFailure("EVP_PKEY_CTX_set_rsa_pss_saltlen") }
    }
}
