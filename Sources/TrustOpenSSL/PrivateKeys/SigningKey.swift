import COpenSSL
package import SecretMemory
package import TrustModel

/// A private key in memory, which can only sign.
package final class SigningKey: Sendable {
    /// The type of the key.
    package let type: SigningKeyType
    /// The size of the RSA modulus or of the curve's field in bits.
    package let bits: Int
    /// The public key as the DER of a SubjectPublicKeyInfo.
    package let publicKey: [UInt8]
    let handle: PrivateKeyHandle

    /// Reads an unencrypted private key (PKCS #8, RFC 5958).
    ///
    /// - Throws: ``PrivateKeyError`` if the key is malformed, inconsistent, or of an unsupported type or size.
    package convenience init(pkcs8 der: SecretBytes) throws(PrivateKeyError) {
        try self.init(PrivateKeyHandle(pkcs8: der))
    }

    init(_ handle: PrivateKeyHandle) throws(PrivateKeyError) {
        self.handle = handle
        (type, bits) = try unsafe handle.withUnsafePointer { key throws(PrivateKeyError) in
            try unsafe Self.type(of: key)
        }
        publicKey = unsafe handle.withUnsafePointer { key in unsafe Self.encode(key) }
        guard !publicKey.isEmpty else { throw PrivateKeyError.exhausted }
        try requireConsistency()
    }

    /// Returns whether a SubjectPublicKeyInfo contains the public key of this key, in any encoding.
    package func matches(_ info: ArraySlice<UInt8>) -> Bool {
        if info.elementsEqual(publicKey) { return true }
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        let decoded = unsafe info.withUnsafeBufferPointer { buffer in
            unsafe LibraryContext.shared?.withUnsafePointer { library in
                var next = buffer.baseAddress
                return unsafe d2i_PUBKEY_ex(nil, &next, buffer.count, library, nil)
            }
        }
        guard let other = unsafe decoded ?? nil else { return false }
        defer { unsafe EVP_PKEY_free(other) }
        return unsafe handle.withUnsafePointer { key in unsafe EVP_PKEY_eq(key, other) == 1 }
    }

    /// Signs a text and verifies the signature, since faulty signatures can reveal a private key.
    private func requireConsistency() throws(PrivateKeyError) {
        let text = Array("anchord checks this private key".utf8)
        let algorithm = type.algorithms[0]
        guard let signature = try? sign(text, with: algorithm), verifies(signature, of: text, with: algorithm) else {
            throw PrivateKeyError(.malformed, "has a private key that does not match its own public key")
        }
    }

    @unsafe private static func type(
        of key: OpaquePointer
    ) throws(PrivateKeyError) -> (type: SigningKeyType, bits: Int) {
        let bits = unsafe Int(EVP_PKEY_get_bits(key))
        if unsafe EVP_PKEY_is_a(key, "RSA") == 1 {
            guard (2048...4096).contains(bits) else { throw PrivateKeyError.unsupportedKey("RSA with \(bits) bits") }
            return (.rsa, bits)
        }
        if unsafe EVP_PKEY_is_a(key, "ED25519") == 1 { return (.ed25519, bits) }
        guard unsafe EVP_PKEY_is_a(key, "EC") == 1 else {
            let name = unsafe EVP_PKEY_get0_type_name(key).map { unsafe String(cString: $0) }
            throw PrivateKeyError.unsupportedKey(name ?? "unknown")
        }
        let name = unsafe curve(of: key)
        switch name {
        case "prime256v1": return (.ecdsaP256, bits)
        case "secp384r1": return (.ecdsaP384, bits)
        case "secp521r1": return (.ecdsaP521, bits)
        case nil: throw PrivateKeyError.unsupportedKey("EC with explicit parameters")
        case let name?: throw PrivateKeyError.unsupportedKey("EC on \(name)")
        }
    }

    @unsafe private static func curve(of key: OpaquePointer) -> String? {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard unsafe EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1, length > 0 else { return nil }
        return String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    @unsafe private static func encode(_ key: OpaquePointer) -> [UInt8] {
        let count = unsafe Int(i2d_PUBKEY(key, nil))
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var next = buffer.baseAddress
            initialized = unsafe max(0, Int(i2d_PUBKEY(key, &next)))
        }
    }
}
