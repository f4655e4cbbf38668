import COpenSSL
import TrustModel

/// Owns one reference to an OpenSSL certificate.
@safe final class X509Handle: CertificateHandle {
    private let pointer: OpaquePointer
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
        // Fills the extension cache now, so that no evaluation has to take OpenSSL's lock for it.
        hasReadableExtensions = unsafe X509_check_purpose(certificate, -1, 0) == 1
        OpenSSLError.clear()
    }

    deinit {
        unsafe X509_free(pointer)
    }

    /// Lends the pointer; it must not be kept beyond the call.
    func withUnsafePointer<Answer>(_ body: (OpaquePointer) -> Answer) -> Answer {
        unsafe body(pointer)
    }
}

// Several threads may use the object behind the pointer at once: its reference count is atomic, its extension cache is
// filled in `init`, and what OpenSSL fills later (the policy cache) it fills under the object's own lock.
extension X509Handle: @unchecked Sendable {}
