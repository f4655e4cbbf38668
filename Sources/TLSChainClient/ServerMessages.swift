import COpenSSL

/// The handshake messages of TLS 1.2 that a server has sent.
///
/// The protocol defines their numbers. The numbers of OpenSSL's own states differ between its versions: those of 3.2 do not have the
/// meaning that a program built with 3.0 expects.
final class ServerMessages {
    /// Whether a message arrived that follows the server's signature, CertificateRequest or ServerHelloDone.
    ///
    /// OpenSSL accepts these messages only in their place, after it has verified the signature (RFC 5246 section 7.3).
    fileprivate(set) var haveFollowedSignature = false

    /// Observes a session, which refers to this object without owning it.
    func observe(_ session: OpaquePointer) {
        unsafe SSL_set_msg_callback(session, receiveMessage)
        _ = unsafe SSL_ctrl(session, SSL_CTRL_SET_MSG_CALLBACK_ARG, 0, Unmanaged.passUnretained(self).toOpaque())
    }
}

/// Notes a message that the server sent; a message begins with its type.
private let receiveMessage:
    @convention(c) (
        Int32, Int32, Int32, UnsafeRawPointer?, Int, OpaquePointer?, UnsafeMutableRawPointer?
    ) -> Void = { isSent, _, content, bytes, count, _, argument in
        guard isSent == 0, content == SSL3_RT_HANDSHAKE, count > 0, let bytes = unsafe bytes,
            let argument = unsafe argument
        else { return }
        let type = unsafe Int32(bytes.load(as: UInt8.self))
        guard [SSL3_MT_CERTIFICATE_REQUEST, SSL3_MT_SERVER_DONE].contains(type) else { return }
        unsafe Unmanaged<ServerMessages>.fromOpaque(argument).takeUnretainedValue().haveFollowedSignature = true
    }
