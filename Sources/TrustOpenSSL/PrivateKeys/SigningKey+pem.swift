import COpenSSL
import COpenSSLShims
package import SecretMemory
import X509Parsing

extension SigningKey {
    /// Reads the only private key of a PEM file: PKCS #8, encrypted PKCS #8, or a traditional RSA or EC key.
    ///
    /// - Parameters:
    ///   - file: The contents of the file; blocks that are not private keys are ignored.
    ///   - passphrase: The passphrase; nil if none is configured.
    /// - Throws: ``PrivateKeyError`` if the file does not have exactly one key that can be decrypted and is supported.
    package convenience init(pem file: SecretBytes, passphrase: SecretBytes?) throws(PrivateKeyError) {
        _ = SecureHeap.protection
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        guard let input = unsafe file.makeInput() else { throw .exhausted }
        defer { unsafe BIO_free(input) }
        guard let block = try unsafe PEMKeyBlock(input, passphrase) else {
            throw PrivateKeyError(.noPrivateKey, "has no private key in PEM")
        }
        // A second key is an error even if it cannot be decrypted.
        let isOnly: Bool
        do throws(PrivateKeyError) { isOnly = try unsafe PEMKeyBlock(input, passphrase) == nil } catch {
            isOnly = false
        }
        guard isOnly else { throw PrivateKeyError(.ambiguous, "has more than one private key; keep only one") }
        try self.init(block.key(passphrase))
    }
}

/// A block of PEM with a private key; an encryption of RFC 1421 is removed, one of PKCS #8 is not.
private struct PEMKeyBlock {
    private let label: String
    private let der: SecretBytes

    /// Reads the next private key; nil if there is none.
    @unsafe init?(_ input: OpaquePointer, _ passphrase: SecretBytes?) throws(PrivateKeyError) {
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        var name: UnsafeMutablePointer<CChar>?
        let isRead = unsafe passphrase.withPassphrase { start, length in
            var request = unsafe PassphraseRequest(start: start, count: length)
            return unsafe PEM_bytes_read_bio_secmem(
                &data,
                &count,
                &name,
                "ANY PRIVATE KEY",
                input,
                PassphraseRequest.answer,
                &request
            ) == 1
        }
        guard isRead, let data = unsafe data, let name = unsafe name else {
            guard let error = Self.error(isGiven: passphrase != nil) else { return nil }
            throw error
        }
        defer {
            unsafe copensslshims_OPENSSL_secure_clear_free(data, count)
            // OpenSSL allocates the label in the secure heap too.
            unsafe copensslshims_OPENSSL_secure_clear_free(name, 0)
        }
        label = unsafe String(cString: name)
        let bytes = unsafe UnsafeBufferPointer(start: data, count: count)
        guard let der = unsafe SecretBytes(copying: bytes.span) else { throw .exhausted }
        self.der = der
    }

    /// Decodes the key, and decrypts it if necessary.
    func key(_ passphrase: SecretBytes?) throws(PrivateKeyError) -> PrivateKeyHandle {
        switch label {
        case "PRIVATE KEY": return try PrivateKeyHandle(pkcs8: der)
        case "ENCRYPTED PRIVATE KEY": return try decrypted(passphrase)
        case "RSA PRIVATE KEY": return try PrivateKeyHandle(traditional: der, type: EVP_PKEY_RSA)
        case "EC PRIVATE KEY": return try PrivateKeyHandle(traditional: der, type: EVP_PKEY_EC)
        default: throw .unsupportedKey(String(label.dropLast(" PRIVATE KEY".count)))
        }
    }

    private func decrypted(_ passphrase: SecretBytes?) throws(PrivateKeyError) -> PrivateKeyHandle {
        guard let passphrase else { throw .passphraseMissing }
        let parsed = unsafe der.withSpan { bytes in
            unsafe bytes.withUnsafeBufferPointer { buffer in
                var next = buffer.baseAddress
                return unsafe d2i_X509_SIG(nil, &next, buffer.count)
            }
        }
        guard let encrypted = unsafe parsed else { throw .malformedKey }
        defer { unsafe X509_SIG_free(encrypted) }
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_SIG_get0(encrypted, &algorithm, nil)
        var budget = KeyDerivationBudget()
        let scheme = try unsafe budget.spend(on: algorithm)
        guard let library = scheme == .rc2 ? LibraryContext.withLegacyProvider() : LibraryContext.shared else {
            throw PrivateKeyError(.unsupportedAlgorithm, "is encrypted with RC2; encrypt it again with AES")
        }
        let decrypted = unsafe library.withUnsafePointer { library in
            unsafe passphrase.withPassphrase { unsafe PKCS8_decrypt_ex(encrypted, $0, $1, library, nil) }
        }
        guard let information = unsafe decrypted else {
            guard OpenSSLError.drain().isUnsupported else { throw .wrongPassphrase }
            throw PrivateKeyError(.unsupportedAlgorithm, "is encrypted with an unsupported algorithm; use AES")
        }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
        guard let plain = unsafe SecretBytes.encoding(information) else { throw .exhausted }
        return try PrivateKeyHandle(pkcs8: plain)
    }

    /// Returns the error of reading a block; nil if there was no further block.
    private static func error(isGiven: Bool) -> PrivateKeyError? {
        let last = ERR_peek_last_error()
        let error = OpenSSLError.drain()
        switch ERR_GET_REASON(last) {
        case PEM_R_NO_START_LINE: return nil
        case PEM_R_BAD_PASSWORD_READ, PEM_R_PROBLEMS_GETTING_PASSWORD: return .passphraseMissing
        case PEM_R_BAD_DECRYPT: return .wrongPassphrase
        case _ where error.isUnsupported:
            return PrivateKeyError(.unsupportedAlgorithm, "is encrypted with an unsupported algorithm; use AES")
        case _ where error.reasons.contains("bad decrypt"): return .wrongPassphrase
        default: return PrivateKeyError(.malformed, "has malformed PEM: \(error.text)")
        }
    }
}

extension PrivateKeyError {
    static let passphraseMissing = PrivateKeyError(
        .passphraseMissing,
        "is protected by a passphrase, but none is configured"
    )
}

/// The passphrase for OpenSSL's callback, which would otherwise ask for one on the terminal.
@unsafe private struct PassphraseRequest {
    let start: UnsafePointer<CChar>?
    let count: Int32

    /// Copies the passphrase to OpenSSL's buffer; fails if there is none, or if it is too long.
    static let answer: @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 =
        {
            buffer,
            capacity,
            _,
            context in
            guard let buffer = unsafe buffer,
                let request = unsafe context?.assumingMemoryBound(to: PassphraseRequest.self).pointee,
                let start = unsafe request.start, unsafe request.count <= capacity
            else { return -1 }
            unsafe buffer.update(from: start, count: Int(request.count))
            return unsafe request.count
        }
}
