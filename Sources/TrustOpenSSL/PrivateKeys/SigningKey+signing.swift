import COpenSSL
package import TrustModel

extension SigningKey {
    /// Signs a message.
    ///
    /// - Throws: ``SigningError`` if the algorithm does not suit the key, or if OpenSSL fails.
    package func sign(_ message: [UInt8], with algorithm: SigningAlgorithm) throws(SigningError) -> [UInt8] {
        guard type.algorithms.contains(algorithm) else { throw .unsuitableAlgorithm(algorithm, type) }
        guard algorithm.digestLength != nil else { return try signUndigested(message) }
        let digest = unsafe message.withUnsafeBufferPointer { unsafe algorithm.messageDigest?.digest(of: $0) }
        guard let digest else { throw .libraryFailure }
        return try sign(digest: digest, with: algorithm)
    }

    /// Signs the digest of a message.
    ///
    /// - Throws: ``SigningError`` if the algorithm does not suit the key or signs no digests, if the digest has another
    ///   length than the algorithm's, or if OpenSSL fails.
    package func sign(digest: [UInt8], with algorithm: SigningAlgorithm) throws(SigningError) -> [UInt8] {
        guard type.algorithms.contains(algorithm) else { throw .unsuitableAlgorithm(algorithm, type) }
        guard let length = algorithm.digestLength else { throw .digestNotSupported(algorithm) }
        guard digest.count == length else { throw .digestLength(found: digest.count, expected: length) }
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        let signature = unsafe withContext(algorithm, startedBy: EVP_PKEY_sign_init) { context in
            var count = 0
            guard unsafe EVP_PKEY_sign(context, nil, &count, digest, digest.count) == 1 else { return [UInt8]() }
            return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                let result = unsafe EVP_PKEY_sign(context, buffer.baseAddress, &count, digest, digest.count)
                initialized = result == 1 ? count : 0
            }
        }
        guard let signature, !signature.isEmpty else { throw .libraryFailure }
        return signature
    }

    /// Returns whether this key made a signature of a message.
    func verifies(_ signature: [UInt8], of message: [UInt8], with algorithm: SigningAlgorithm) -> Bool {
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        guard algorithm.digestLength != nil else {
            return unsafe withDigestContext { context, key, library in
                unsafe EVP_DigestVerifyInit_ex(context, nil, nil, library, nil, key, nil) == 1
                    && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
            } ?? false
        }
        let digest = unsafe message.withUnsafeBufferPointer { unsafe algorithm.messageDigest?.digest(of: $0) }
        guard let digest else { return false }
        return unsafe withContext(algorithm, startedBy: EVP_PKEY_verify_init) { context in
            unsafe EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
        } ?? false
    }

    private func signUndigested(_ message: [UInt8]) throws(SigningError) -> [UInt8] {
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        let signature = unsafe withDigestContext { context, key, library in
            var count = 0
            guard unsafe EVP_DigestSignInit_ex(context, nil, nil, library, nil, key, nil) == 1,
                unsafe EVP_DigestSign(context, nil, &count, message, message.count) == 1
            else { return [UInt8]() }
            return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                let result = unsafe EVP_DigestSign(context, buffer.baseAddress, &count, message, message.count)
                initialized = result == 1 ? count : 0
            }
        }
        guard let signature, !signature.isEmpty else { throw .libraryFailure }
        return signature
    }

    /// Creates a context for one operation on a digest; nil if OpenSSL rejects the parameters.
    private func withContext<Answer>(
        _ algorithm: SigningAlgorithm,
        startedBy start: (OpaquePointer) -> Int32,
        _ body: (OpaquePointer) -> Answer
    ) -> Answer? {
        unsafe handle.withUnsafePointer { key in
            let made = unsafe LibraryContext.shared?.withUnsafePointer { library in
                unsafe EVP_PKEY_CTX_new_from_pkey(library, key, nil)
            }
            guard let context = unsafe made ?? nil else { return nil }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            guard unsafe start(context) == 1, unsafe configure(context, algorithm) else { return nil }
            return unsafe body(context)
        }
    }

    private func withDigestContext<Answer>(
        _ body: (_ context: OpaquePointer, _ key: OpaquePointer, _ library: OpaquePointer) -> Answer
    ) -> Answer? {
        guard let context = unsafe EVP_MD_CTX_new() else { return nil }
        defer { unsafe EVP_MD_CTX_free(context) }
        return unsafe handle.withUnsafePointer { key in
            unsafe LibraryContext.shared?.withUnsafePointer { library in unsafe body(context, key, library) }
        }
    }

    @unsafe private func configure(_ context: OpaquePointer, _ algorithm: SigningAlgorithm) -> Bool {
        let padding: Int32? =
            switch algorithm {
            case .rsaPSSWithSHA256, .rsaPSSWithSHA384, .rsaPSSWithSHA512: RSA_PKCS1_PSS_PADDING
            case .rsaPKCS1WithSHA256, .rsaPKCS1WithSHA384, .rsaPKCS1WithSHA512: RSA_PKCS1_PADDING
            case .ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512, .ed25519: nil
            }
        if let padding, unsafe EVP_PKEY_CTX_set_rsa_padding(context, padding) != 1 { return false }
        let hasDigest = unsafe algorithm.messageDigest?.withUnsafePointer { digest in
            unsafe EVP_PKEY_CTX_set_signature_md(context, digest) == 1
        }
        guard hasDigest == true else { return false }
        guard padding == RSA_PKCS1_PSS_PADDING else { return true }
        // The mask uses the digest of the signature by default.
        return unsafe EVP_PKEY_CTX_set_rsa_pss_saltlen(context, Int32(algorithm.digestLength ?? 0)) == 1
    }
}

extension SigningAlgorithm {
    /// The algorithm of the signed digest; nil for Ed25519, or if memory is exhausted.
    fileprivate var messageDigest: MessageDigest? {
        switch digestLength {
        case 32: .sha256
        case 48: .sha384
        case 64: .sha512
        default: nil
        }
    }
}
