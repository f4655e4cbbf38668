import COpenSSL
import Synchronization
import TrustEvaluation

/// Owns a context that is ready to check signatures with one key and digest, and is copied for each check: looking the
/// algorithms up anew costs a fifth of an RSA check.
@safe final class PreparedCheck {
    private let pointer: OpaquePointer
    private let lock = Mutex(())

    /// Prepares; nil where OpenSSL will not check with the key so, or has no memory.
    init?(_ scheme: SignatureScheme, with key: OpaquePointer) {
        guard let digest = scheme.digest,
            let context = unsafe LibraryContext.shared?.withUnsafePointer({ library in
                unsafe EVP_PKEY_CTX_new_from_pkey(library, key, nil)
            }) ?? nil
        else { return nil }
        let isReady = unsafe EVP_PKEY_verify_init(context) == 1
        let hasDigest = unsafe digest.withUnsafePointer { unsafe EVP_PKEY_CTX_set_signature_md(context, $0) == 1 }
        guard isReady, hasDigest else {
            unsafe EVP_PKEY_CTX_free(context)
            return nil
        }
        unsafe pointer = context
    }

    deinit {
        unsafe EVP_PKEY_CTX_free(pointer)
    }

    /// Whether a signature over a digest is the key's.
    func isSigned(_ digest: [UInt8], signature: ArraySlice<UInt8>) throws(LibraryFailure) -> Bool {
        OpenSSLError.clear()
        guard let context = unsafe lock.withLock({ _ in unsafe EVP_PKEY_CTX_dup(pointer) }) else {
            throw LibraryFailure("OpenSSL could not copy a prepared signature check")
        }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        let isSigned = unsafe signature.withUnsafeBufferPointer { signature in
            unsafe EVP_PKEY_verify(context, signature.baseAddress, signature.count, digest, digest.count) == 1
        }
        if !isSigned { try OpenSSLError.requireMemory() }
        return isSigned
    }
}

// Copied under the lock only; each copy belongs to one thread.
extension PreparedCheck: @unchecked Sendable {}
