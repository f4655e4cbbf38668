import COpenSSL
import Synchronization
import TrustModel

/// Owns an EVP_PKEY and, for each scheme that was asked for, what is ready to check signatures with it.
@safe final class DecodedKey {
    private let pointer: OpaquePointer
    private let prepared = Mutex<[SignatureScheme: PreparedCheck]>([:])

    /// Takes over a reference.
    init(owning key: OpaquePointer) {
        unsafe pointer = key
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// Decodes a SubjectPublicKeyInfo; nil where OpenSSL cannot, as with a point that is not on its curve.
    convenience init?(_ info: ArraySlice<UInt8>) {
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        let decoded = unsafe LibraryContext.keys?.withUnsafePointer { library in
            unsafe info.withUnsafeBufferPointer { buffer in
                var next = buffer.baseAddress
                return unsafe d2i_PUBKEY_ex(nil, &next, buffer.count, library, nil)
            }
        }
        guard let decoded = unsafe decoded ?? nil else { return nil }
        unsafe self.init(owning: decoded)
    }

    /// Whether the key made a signature over some bytes; the digest is computed here.
    func hasSigned(_ bytes: ArraySlice<UInt8>, signature: ArraySlice<UInt8>, by scheme: SignatureScheme) -> Bool {
        guard let digest = unsafe bytes.withUnsafeBufferPointer({ unsafe scheme.digest?.digest(of: $0) }) else {
            return false
        }
        return check(by: scheme)?.isSigned(digest, signature: signature) ?? false
    }

    private func check(by scheme: SignatureScheme) -> PreparedCheck? {
        prepared.withLock { prepared in
            if let known = prepared[scheme] { return known }
            let made = unsafe PreparedCheck(scheme, with: pointer)
            prepared[scheme] = made
            return made
        }
    }

    /// Whether the key made a signature by whatever algorithm stands beside it.
    func hasSigned(_ part: SignedPart, of der: [UInt8]) -> Bool {
        guard let input = SignatureInput(part, of: der) else { return false }
        return unsafe input.isSigned(with: pointer)
    }
}

// The key is immutable and its reference count atomic.
extension DecodedKey: @unchecked Sendable {}
