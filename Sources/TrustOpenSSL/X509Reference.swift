import COpenSSL
import TrustModel

/// Owns one reference to an X509, complete for path validation but for its key.
@safe final class X509Reference {
    private let pointer: OpaquePointer

    /// Decodes DER, and the key too where asked for; throws where OpenSSL cannot.
    init(_ der: [UInt8], withKey: Bool) throws(OpenSSLError) {
        OpenSSLError.clear()
        let library: LibraryContext? = withKey ? .keys : .certificates
        let decoded = unsafe library?.withUnsafePointer { library -> OpaquePointer? in
            var certificate = unsafe X509_new_ex(library, nil)
            guard unsafe certificate != nil else { return nil }
            return unsafe der.withUnsafeBufferPointer { buffer in
                var next = buffer.baseAddress
                // Frees what it was given where it fails.
                return unsafe d2i_X509(&certificate, &next, buffer.count)
            }
        }
        guard let decoded = unsafe decoded ?? nil else { throw OpenSSLError.drain() }
        unsafe pointer = decoded
    }

    /// Takes over a reference.
    init(owning certificate: OpaquePointer) {
        unsafe pointer = certificate
    }

    deinit {
        unsafe X509_free(pointer)
    }

    /// Lends the pointer; it must not be kept beyond the call.
    func withUnsafePointer<Answer>(_ body: (OpaquePointer) -> Answer) -> Answer {
        unsafe body(pointer)
    }

    /// Fills the extension cache now, so that no evaluation has to take OpenSSL's lock for it; whether all that OpenSSL knows
    /// could be read.
    func cacheExtensions() -> Bool {
        unsafe X509_check_purpose(pointer, -1, 0) == 1
    }

    /// Gives the certificate a key that fits no signature, where it has none.
    ///
    /// X509_verify_cert gives up at a certificate without one, and does not look at it besides: it is told what came of the
    /// signatures. X25519 has no signatures, so nothing could be verified by mistake.
    ///
    /// - Returns: false only where OpenSSL has no memory.
    func providePlaceholderKey() -> Bool {
        guard unsafe X509_get0_pubkey(pointer) == nil else { return true }
        guard let placeholder = Self.placeholder else { return false }
        return unsafe X509_set_pubkey(pointer, placeholder.pointer) == 1
    }

    /// Whether the key for all of them could be made.
    static var hasPlaceholder: Bool { placeholder != nil }

    /// Whether OpenSSL takes the certificate for self-signed, by its names, key identifiers and kinds of key and signature.
    var isTakenForSelfSigned: Bool {
        unsafe X509_get_extension_flags(pointer) & UInt32(EXFLAG_SS) != 0
    }

    private static let placeholder = PlaceholderKey()
}

// Several threads may use the object behind the pointer at once: its reference count is atomic, its extension cache and its
// key are set before it is shared, and what OpenSSL fills in later (the policy cache) it fills under the object's own lock.
extension X509Reference: @unchecked Sendable {}

/// An X25519 key, of which OpenSSL writes its octets into a certificate as they are; which ones does not matter.
@safe private final class PlaceholderKey: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer

    init?() {
        guard let key = unsafe EVP_PKEY_new() else { return nil }
        let octets = [UInt8](repeating: 9, count: 32)
        guard unsafe EVP_PKEY_set_type(key, EVP_PKEY_X25519) == 1,
            unsafe EVP_PKEY_set1_encoded_public_key(key, octets, octets.count) == 1
        else {
            unsafe EVP_PKEY_free(key)
            return nil
        }
        unsafe pointer = key
    }
}
