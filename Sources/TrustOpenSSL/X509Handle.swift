import COpenSSL
import TrustModel

/// Owns one reference to an OpenSSL certificate.
@safe final class X509Handle: CertificateHandle {
    private let pointer: OpaquePointer
    /// The subject's key where the certificate alone does not say it.
    private let completedKey: OpaquePointer?
    /// Whether OpenSSL can read all extensions that it knows; it judges paths as if those it cannot read were absent.
    let hasReadableExtensions: Bool

    /// Decodes DER that our own parser has found sound; throws where OpenSSL disagrees.
    convenience init(der: ArraySlice<UInt8>) throws(OpenSSLError) {
        OpenSSLError.clear()
        let decoded = unsafe der.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return unsafe d2i_X509(nil, &next, buffer.count)
        }
        guard let decoded = unsafe decoded else { throw OpenSSLError.drain() }
        unsafe self.init(owning: decoded)
    }

    /// Takes over a reference.
    init(owning certificate: OpaquePointer) {
        unsafe pointer = certificate
        unsafe completedKey = nil
        // Fills the extension cache now, so that no evaluation has to take OpenSSL's lock for it.
        hasReadableExtensions = unsafe X509_check_purpose(certificate, -1, 0) == 1
        OpenSSLError.clear()
    }

    /// Shares another handle's certificate, with a key that it takes over.
    init(sharing other: X509Handle, key: OpaquePointer) {
        // Cannot fail for an object that is alive.
        _ = unsafe X509_up_ref(other.pointer)
        unsafe pointer = other.pointer
        unsafe completedKey = key
        hasReadableExtensions = other.hasReadableExtensions
    }

    deinit {
        unsafe X509_free(pointer)
        unsafe EVP_PKEY_free(completedKey)
    }

    /// Whether the key has parameters from above, so that OpenSSL does not know it by the certificate.
    var hasCompletedKey: Bool { unsafe completedKey != nil }

    /// Lends the pointer; it must not be kept beyond the call.
    func withUnsafePointer<Answer>(_ body: (OpaquePointer) -> Answer) -> Answer {
        unsafe body(pointer)
    }

    /// Lends the subject's public key, nil where it is of no use; it must not be kept beyond the call.
    func withUnsafePublicKey<Answer>(_ body: (OpaquePointer?) -> Answer) -> Answer {
        if let completedKey = unsafe completedKey { return unsafe body(completedKey) }
        return unsafe body(X509_get0_pubkey(pointer))
    }

    /// Whether a certificate was signed with this one's key.
    func hasSigned(_ certificate: X509Handle) -> Bool {
        unsafe withUnsafePublicKey { key in
            guard let key = unsafe key else { return false }
            return unsafe certificate.withUnsafePointer { unsafe X509_verify($0, key) == 1 }
        }
    }
}

// Several threads may use the object behind the pointer at once: its reference count is atomic, its extension cache is
// filled in `init`, and what OpenSSL fills later (the policy cache) it fills under the object's own lock.
extension X509Handle: @unchecked Sendable {}
