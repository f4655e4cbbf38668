import COpenSSL
import TrustModel

/// Certificates that take the place of those that OpenSSL cannot see as they are.
///
/// OpenSSL takes a certificate whose issuer is its subject for self-signed unless its key identifiers say otherwise, and
/// builds no path beyond it. RFC 5280 section 3.2 knows better: authorities issue to themselves when they change keys.
/// A copy that names another serial number as its issuer's is built past. The signature of a copy would be wrong, of course,
/// but signatures are those of the originals.
enum StandIn {
    /// The path as OpenSSL may see it; nil where OpenSSL has no memory.
    static func path(for handles: [X509Handle]) -> [X509Reference]? {
        var path: [X509Reference] = []
        for (depth, handle) in handles.enumerated() {
            // What stands at the end has nobody to be built on to.
            let isLast = depth == handles.count - 1
            guard let seen = isLast ? handle.reference : handle.referenceBelowOthers else { return nil }
            path.append(seen)
        }
        return path
    }

    /// A copy that OpenSSL does not take for self-signed; nil where it has no memory.
    static func copy(of certificate: X509Reference) -> X509Reference? {
        guard let copy = unsafe certificate.withUnsafePointer({ unsafe X509_dup($0) }) else { return nil }
        let reference = unsafe X509Reference(owning: copy)
        guard unsafe setForeignIssuer(of: copy) else { return nil }
        _ = reference.cacheExtensions()
        return reference.providePlaceholderKey() ? reference : nil
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
