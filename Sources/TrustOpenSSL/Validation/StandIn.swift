import COpenSSL
import COpenSSLShims
import TrustModel

/// Certificates that take the place of those that OpenSSL cannot see as they are.
///
/// OpenSSL takes a certificate whose issuer is its subject for self-signed unless its key identifiers say otherwise, and
/// builds no path beyond it. RFC 5280 section 3.2 knows better: authorities issue to themselves when they change keys.
/// A copy that names another serial number as its issuer's is built past. OpenSSL also gives up where a key has its
/// parameters from above; a copy has the whole key. The signature of a copy would be wrong, of course, but signatures are
/// those of the originals.
enum StandIn {
    /// The path as OpenSSL may see it; nil where OpenSSL has no memory.
    static func path(for handles: [X509Handle]) -> [X509Handle]? {
        var path = handles
        // What stands at the end has nobody to be built on to, and no parameters from above.
        for (depth, handle) in handles.enumerated().dropLast()
        where handle.hasCompletedKey || isTakenForSelfSigned(handle) {
            guard let copy = copy(of: handle) else { return nil }
            path[depth] = copy
        }
        return path
    }

    /// Whether OpenSSL takes a certificate for self-signed by its names, and its signature says that it is not.
    private static func isTakenForSelfSigned(_ handle: X509Handle) -> Bool {
        unsafe handle.withUnsafePointer { certificate in
            let flags = unsafe X509_get_extension_flags(certificate)
            // Of a key that it cannot decode OpenSSL says nothing yet.
            if handle.hasCompletedKey { return flags & UInt32(EXFLAG_SI) != 0 }
            return unsafe flags & UInt32(EXFLAG_SS) != 0 && X509_self_signed(certificate, 1) == 0
        }
    }

    private static func copy(of handle: X509Handle) -> X509Handle? {
        guard let copy = unsafe handle.withUnsafePointer({ unsafe X509_dup($0) }) else { return nil }
        let isForeign = isTakenForSelfSigned(handle) ? unsafe setForeignIssuer(of: copy) : true
        guard isForeign, unsafe setKey(of: handle, in: copy) else {
            unsafe X509_free(copy)
            return nil
        }
        return unsafe X509Handle(owning: copy)
    }

    private static func setKey(of handle: X509Handle, in copy: OpaquePointer) -> Bool {
        guard handle.hasCompletedKey else { return true }
        return unsafe handle.withUnsafePublicKey { key in unsafe X509_set_pubkey(copy, key) == 1 }
    }

    /// Makes the authority key identifier one of nothing but a serial number, and that not the certificate's own.
    private static func setForeignIssuer(of certificate: OpaquePointer) -> Bool {
        let known = unsafe X509_get_ext_by_NID(certificate, NID_authority_key_identifier, -1)
        if known >= 0 { unsafe X509_EXTENSION_free(X509_delete_ext(certificate, known)) }
        let isOne = unsafe ASN1_INTEGER_get(X509_get0_serialNumber(certificate)) == 1
        // SEQUENCE { [2] serial number } (RFC 5280 section 4.2.1.1)
        let value: [UInt8] = [0x30, 0x03, 0x82, 0x01, isOne ? 2 : 1]
        guard let octets = unsafe ASN1_OCTET_STRING_new() else { return false }
        defer { unsafe ASN1_OCTET_STRING_free(octets) }
        guard unsafe ASN1_OCTET_STRING_set(octets, value, Int32(value.count)) == 1 else { return false }
        let made = unsafe X509_EXTENSION_create_by_NID(nil, NID_authority_key_identifier, 0, octets)
        guard let made = unsafe made else { return false }
        defer { unsafe X509_EXTENSION_free(made) }
        return unsafe X509_add_ext(certificate, made, -1) == 1
    }
}
