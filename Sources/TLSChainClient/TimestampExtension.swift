import COpenSSL

/// The TLS extension signed_certificate_timestamp (RFC 6962 section 3.3.1), as the server sent it for its leaf.
///
/// OpenSSL's own support parses the timestamps, and would end the handshake if they are malformed.
final class TimestampExtension {
    /// The SignedCertificateTimestampList; nil until the server sends it.
    fileprivate(set) var list: [UInt8]?

    /// Requests the extension in the handshakes of a context; returns false if OpenSSL is out of memory.
    ///
    /// The context refers to this object without owning it.
    func request(in context: OpaquePointer) -> Bool {
        let messages = SSL_EXT_CLIENT_HELLO | SSL_EXT_TLS1_2_SERVER_HELLO | SSL_EXT_TLS1_3_CERTIFICATE
        return unsafe SSL_CTX_add_custom_ext(
            context,
            UInt32(TLSEXT_TYPE_signed_certificate_timestamp),
            UInt32(messages),
            nil,
            nil,
            nil,
            receiveTimestamps,
            Unmanaged.passUnretained(self).toOpaque()
        ) == 1
    }
}

/// Copies the list that belongs to the leaf, the first certificate of the message.
private let receiveTimestamps: SSL_custom_ext_parse_cb_ex = { _, _, _, bytes, count, _, position, _, argument in
    guard let argument = unsafe argument, position == 0 else { return 1 }
    let list = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    unsafe Unmanaged<TimestampExtension>.fromOpaque(argument).takeUnretainedValue().list = list
    return 1
}
