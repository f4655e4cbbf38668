import COpenSSL
import COpenSSLShims
import TrustOpenSSL

/// A client's handshake that looks at the server's certificates and verifies nothing.
///
/// OpenSSL works on memory, not on the socket: time and signals stay ours.
@safe struct TLSHandshake: ~Copyable {
    /// How many bytes a server may send in all; OpenSSL takes some 100 KiB of certificates, and little besides.
    private static let maximumBytes = 1 << 20

    private let context: OpaquePointer
    private let session: OpaquePointer
    /// What the server sent and what it is to be sent; the session owns both.
    private let input: OpaquePointer
    private let output: OpaquePointer

    /// Prepares a handshake; nil only where OpenSSL has no memory.
    ///
    /// Whatever a server offers is taken, old protocols and weak keys included: only then can they be looked at.
    static func of(serverName: String?) -> TLSHandshake? {
        guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { return nil }
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nil)
        unsafe SSL_CTX_set_security_level(context, 0)
        _ = unsafe copensslshims_SSL_CTX_set_min_proto_version(context, 0)
        guard let session = unsafe SSL_new(context) else {
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
        if let serverName { _ = unsafe copensslshims_SSL_set_tlsext_host_name(session, serverName) }
        return unsafe TLSHandshake(context: context, session: session, input: input, output: output)
    }

    private init(context: OpaquePointer, session: OpaquePointer, input: OpaquePointer, output: OpaquePointer) {
        unsafe self.context = context
        unsafe self.session = session
        unsafe self.input = input
        unsafe self.output = output
    }

    deinit {
        unsafe SSL_free(session)
        unsafe SSL_CTX_free(context)
    }

    /// Runs the handshake to its end.
    func run(over connection: borrowing SocketConnection) throws(TLSChainError) {
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
                // An alert that nobody takes any more says less than why it was to be sent.
                if !hasFailed { throw error }
            }
            if result == 1 { return }
            if hasFailed { throw Self.failure(reasons, first: first) }
            let received = try connection.receive()
            first = first ?? received.first
            count += received.count
            guard count <= Self.maximumBytes else {
                let limit = Self.maximumBytes
                throw TLSChainError(.tooMuchData, "sent more than \(limit) bytes without ending the handshake")
            }
            _ = unsafe BIO_write(input, received, Int32(received.count))
        }
    }

    /// The DER of the certificates that the server has shown so far, in its order.
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

    /// What OpenSSL wants to be sent.
    private func pending() -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        while case let count = unsafe BIO_read(output, &chunk, Int32(chunk.count)), count > 0 {
            bytes += chunk[..<Int(count)]
        }
        return bytes
    }

    /// A record of TLS begins with its type, 20 to 23 (RFC 8446 section 5.1).
    private static func failure(_ error: OpenSSLError, first: UInt8?) -> TLSChainError {
        guard let first, (20...23).contains(first) else {
            return TLSChainError(.noTLS, "does not speak TLS on this port")
        }
        return TLSChainError(.handshakeFailed, "ended the handshake before it showed a certificate: \(error.text)")
    }
}
