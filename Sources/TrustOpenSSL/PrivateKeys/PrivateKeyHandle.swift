import COpenSSL
import SecretMemory

/// Owns an EVP_PKEY with a private key, whose private numbers OpenSSL overwrites when the last reference is released.
@safe final class PrivateKeyHandle {
    private let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// Decodes an unencrypted private key (PKCS #8) with the shared library context.
    ///
    /// - Throws: ``PrivateKeyError`` if the key is malformed or has an unsupported type.
    convenience init(pkcs8 der: SecretBytes) throws(PrivateKeyError) {
        _ = SecureHeap.protection
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        let decoded = unsafe der.withSpan { bytes in
            unsafe bytes.withUnsafeBufferPointer { buffer in
                var next = buffer.baseAddress
                return unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &next, buffer.count)
            }
        }
        guard let information = unsafe decoded else { throw PrivateKeyError.malformedKey }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
        try unsafe Self.requireSupportedType(information)
        let key = unsafe LibraryContext.shared?.withUnsafePointer { library in
            unsafe EVP_PKCS82PKEY_ex(information, library, nil)
        }
        guard let key = unsafe key ?? nil else { throw Self.decodingError }
        unsafe self.init(owning: key)
    }

    /// Decodes an unencrypted RSA or EC key in its traditional format (RFC 8017 appendix A.1.2, RFC 5915).
    convenience init(traditional der: SecretBytes, type: Int32) throws(PrivateKeyError) {
        _ = SecureHeap.protection
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        let key = unsafe der.withSpan { bytes in
            unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe LibraryContext.shared?.withUnsafePointer { library in
                    var next = buffer.baseAddress
                    return unsafe d2i_PrivateKey_ex(type, nil, &next, buffer.count, library, nil)
                }
            }
        }
        guard let key = unsafe key ?? nil else { throw Self.decodingError }
        unsafe self.init(owning: key)
    }

    /// Passes the pointer, which is valid during the call, to a closure.
    func withUnsafePointer<Answer, Failure>(
        _ body: (OpaquePointer) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try unsafe body(pointer)
    }

    private static var decodingError: PrivateKeyError { SecureHeap.isNearlyFull ? .exhausted : .malformedKey }

    private static func requireSupportedType(_ information: OpaquePointer) throws(PrivateKeyError) {
        var identifier: OpaquePointer?
        guard unsafe PKCS8_pkey_get0(&identifier, nil, nil, nil, information) == 1, let identifier = unsafe identifier
        else { throw PrivateKeyError.malformedKey }
        let type = unsafe OBJ_obj2nid(identifier)
        guard ![NID_rsaEncryption, NID_X9_62_id_ecPublicKey, NID_ED25519].contains(type) else { return }
        var name = [CChar](repeating: 0, count: 80)
        unsafe _ = OBJ_obj2txt(&name, Int32(name.count), identifier, 0)
        throw PrivateKeyError.unsupportedKey(
            String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        )
    }
}

// The key is immutable, its reference count is atomic, and OpenSSL locks the state of blinding (EVP_PKEY_new(3)).
extension PrivateKeyHandle: @unchecked Sendable {}

extension PrivateKeyError {
    static let malformedKey = PrivateKeyError(.malformed, "has a malformed private key")

    static func unsupportedKey(_ type: String) -> PrivateKeyError {
        PrivateKeyError(
            .unsupportedKey,
            "has a private key of the unsupported type \(type); use RSA with 2048 to 4096 bits, ECDSA on P-256, P-384 or "
                + "P-521, or Ed25519"
        )
    }
}
