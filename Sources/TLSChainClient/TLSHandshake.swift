import COpenSSL
import COpenSSLShims
import TrustOpenSSL

/// A TLS client handshake that collects the server's certificates and verifies nothing.
///
/// OpenSSL reads and writes memory buffers; this module reads and writes the socket, to observe its deadline.
@safe struct TLSHandshake: ~Copyable {
    /// The maximum number of bytes received; OpenSSL itself accepts about 100 KiB of certificates.
    private static let maximumBytes = 1 << 20

    private let context: OpaquePointer
    private let session: OpaquePointer
    /// The memory buffers: `input` has bytes received from the server, `output` bytes to send.
    ///
    /// The session owns both.
    private let input: OpaquePointer
    private let output: OpaquePointer
    private let timestamps: TimestampExtension
    private let messages: ServerMessages

    /// Prepares a handshake; nil if OpenSSL is out of memory.
    ///
    /// Accepts old protocol versions and weak keys, so that all servers' chains can be inspected.
    /// Requests a stapled OCSP response and certificate timestamps.
    static func of(serverName: String?) -> TLSHandshake? {
        guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { return nil }
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nil)
        unsafe SSL_CTX_set_security_level(context, 0)
        _ = unsafe copensslshims_SSL_CTX_set_min_proto_version(context, 0)
        let timestamps = TimestampExtension()
        guard unsafe timestamps.request(in: context), let session = unsafe SSL_new(context) else {
            unsafe SSL_CTX_free(context)
            return nil
        }
        guard let input = unsafe BIO_new(BIO_s_mem()), let output = unsafe BIO_new(BIO_s_mem()) else {
            unsafe SSL_free(session)
            unsafe SSL_CTX_free(context)
            return nil
        }
        unsafe SSL_set_bio(session, input, output)
        unsafe SSL_set_connect_state(session)
        let messages = ServerMessages()
        unsafe messages.observe(session)
        if let serverName { _ = unsafe copensslshims_SSL_set_tlsext_host_name(session, serverName) }
        _ = unsafe copensslshims_SSL_set_tlsext_status_type(session, TLSEXT_STATUSTYPE_ocsp)
        return unsafe TLSHandshake(
            context: context,
            session: session,
            input: input,
            output: output,
            timestamps: timestamps,
            messages: messages
        )
    }

    private init(
        context: OpaquePointer,
        session: OpaquePointer,
        input: OpaquePointer,
        output: OpaquePointer,
        timestamps: TimestampExtension,
        messages: ServerMessages
    ) {
        self.timestamps = timestamps
        self.messages = messages
        unsafe self.context = context
        unsafe self.session = session
        unsafe self.input = input
        unsafe self.output = output
    }

    deinit {
        unsafe SSL_free(session)
        unsafe SSL_CTX_free(context)
    }

    func run(over connection: SocketConnection) throws(TLSChainError) {
        var first: UInt8?
        var count = 0
        while true {
            OpenSSLError.clear()
            let result = unsafe SSL_do_handshake(session)
            let error = unsafe SSL_get_error(session, result)
            let reasons = OpenSSLError.drain()
            let hasFailed = result != 1 && error != SSL_ERROR_WANT_READ
            do throws(TLSChainError) {
                try connection.send(pending())
            } catch {
                // If the handshake failed, report that failure rather than the failure to send its alert.
                if !hasFailed { throw error }
            }
            if result == 1 { return }
            if hasFailed { throw failure(reasons, first: first) }
            let received = try connection.receive()
            first = first ?? received.first
            count += received.count
            guard count <= Self.maximumBytes else {
                let limit = Self.maximumBytes
                throw TLSChainError(.tooMuchData, "sent more than \(limit) bytes without completing the handshake")
            }
            _ = unsafe BIO_write(input, received, Int32(received.count))
        }
    }

    /// The DER of the certificates received so far, in the server's order.
    var certificates: [[UInt8]] {
        guard let stack = unsafe SSL_get_peer_cert_chain(session) else { return [] }
        let count = unsafe copensslshims_sk_X509_num(stack)
        return (0..<count).compactMap { index in
            guard let certificate = unsafe copensslshims_sk_X509_value(stack, index) else { return nil }
            let count = unsafe i2d_X509(certificate, nil)
            guard count > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: Int(count))
            unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                var end = buffer.baseAddress
                unsafe _ = i2d_X509(certificate, &end)
            }
            return bytes
        }
    }

    /// The stapled OCSP response; nil if none was received.
    var ocspResponse: [UInt8]? {
        var start: UnsafePointer<UInt8>?
        let count = unsafe copensslshims_SSL_get_tlsext_status_ocsp_resp(session, &start)
        guard count > 0, let start = unsafe start else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// The list of the timestamp extension; nil if none was received.
    var timestampList: [UInt8]? { timestamps.list }

    /// The negotiated protocol version, such as `TLSv1.3`.
    var protocolVersion: String {
        guard let text = unsafe SSL_get_version(session) else { return "unknown" }
        return unsafe String(cString: text)
    }

    /// Whether the server signed its ephemeral key in this handshake, even if the handshake was not completed.
    ///
    /// In TLS 1.2 the server's signature precedes its request for a client certificate (RFC 5246 section 7.3), and
    /// OpenSSL verifies the signature before it processes later messages. An RSA key exchange has no signature, so only
    /// a completed handshake proves possession. In TLS 1.3 the handshake is completed before the server rejects the
    /// client.
    var hasVerifiedSignature: Bool {
        guard unsafe SSL_version(session) <= TLS1_2_VERSION, let cipher = unsafe SSL_get_pending_cipher(session),
            [NID_kx_ecdhe, NID_kx_dhe].contains(unsafe SSL_CIPHER_get_kx_nid(cipher))
        else { return false }
        return messages.haveFollowedSignature
    }

    /// Removes and returns the bytes that OpenSSL has written for the server.
    private func pending() -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        while case let count = unsafe BIO_read(output, &chunk, Int32(chunk.count)), count > 0 {
            bytes += chunk[..<Int(count)]
        }
        return bytes
    }

    /// Creates the error of a failed handshake.
    ///
    /// The error depends on the first byte received: a TLS record begins with 20 to 23 (RFC 8446 section 5.1).
    private func failure(_ error: OpenSSLError, first: UInt8?) -> TLSChainError {
        guard let first, (20...23).contains(first) else {
            return TLSChainError(.noTLS, "did not answer with TLS on this port")
        }
        let fact =
            certificates.isEmpty ? "ended the handshake before sending a certificate" : "did not complete the handshake"
        return TLSChainError(.handshakeFailed, "\(fact): \(error.text)")
    }
}
