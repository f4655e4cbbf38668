import COpenSSL
import Synchronization
import TrustEvaluation

/// Owns a context prepared for signature checks with one key and digest, and copied for each check.
///
/// Without the context, each check would look up the algorithms, which takes a fifth of the time of an RSA check.
@safe final class PreparedCheck {
    private let pointer: OpaquePointer
    private let lock = Mutex(())

    /// Prepares a context; nil if OpenSSL rejects the key and digest, or if memory is exhausted.
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

// The context is copied under the lock; each copy is used by one thread.
extension PreparedCheck: @unchecked Sendable {}
