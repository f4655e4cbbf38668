import COpenSSL

/// Validates paths with OpenSSL's `X509_verify_cert`, as a second opinion on our own rules.
package enum OpenSSLPathOracle {
    /// An error that OpenSSL reported.
    package struct Report: Hashable, Sendable {
        /// The X509_V_ERR number.
        package let number: Int32
        /// The index of the certificate, 0 for the leaf.
        package let depth: Int32
    }

    /// OpenSSL's result for a path.
    package struct Outcome: Sendable {
        /// All errors.
        package let errors: Set<Report>
        /// Whether OpenSSL validated the certificates in the given order, and not another path that it built from them.
        package let isOfGivenPath: Bool
    }

    /// Validates a path with strict flags, to its end.
    ///
    /// - Parameters:
    ///   - path: the certificates as DER, leaf first; the last one is the only trust anchor.
    ///   - instant: the time of evaluation.
    /// - Returns: the outcome; nil if OpenSSL cannot decode a certificate.
    package static func outcome(of path: [[UInt8]], at instant: TestInstant) -> Outcome? {
        let certificates = path.compactMap(DecodedCertificate.init)
        guard certificates.count == path.count, let run = OracleRun(certificates) else { return nil }
        let errors = run.errors(at: instant)
        return Outcome(errors: errors, isOfGivenPath: run.isOfGivenPath)
    }

    /// Whether OpenSSL decodes a certificate and all extensions that it knows (`X509_check_purpose` with the purpose -1); nil if
    /// it cannot decode the certificate.
    package static func hasReadableExtensions(_ der: [UInt8]) -> Bool? {
        guard let certificate = DecodedCertificate(der) else { return nil }
        defer { ERR_clear_error() }
        return unsafe X509_check_purpose(certificate.pointer, -1, 0) == 1
    }

    /// The innermost field at which OpenSSL fails to decode a certificate, such as `value` of a name's attribute; nil if it can
    /// decode it, and empty if it names no field.
    package static func undecodableField(of der: [UInt8]) -> String? {
        ERR_clear_error()
        defer { ERR_clear_error() }
        var next: UnsafePointer<UInt8>?
        let decoded = unsafe der.withUnsafeBufferPointer { buffer in
            unsafe next = buffer.baseAddress
            return unsafe d2i_X509(nil, &next, buffer.count)
        }
        guard unsafe decoded == nil else {
            unsafe X509_free(decoded)
            return nil
        }
        var data: UnsafePointer<CChar>?
        while unsafe ERR_get_error_all(nil, nil, nil, &data, nil) != 0 {
            let text = unsafe data.map { unsafe String(cString: $0) } ?? ""
            if let field = text.firstMatch(of: /Field=(\w+)/) { return String(field.1) }
        }
        return ""
    }
}

/// Owns an X509.
@safe private final class DecodedCertificate {
    @unsafe let pointer: OpaquePointer

    init?(_ der: [UInt8]) {
        let decoded = unsafe der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var next = buffer.baseAddress
            guard let decoded = unsafe d2i_X509(nil, &next, buffer.count) else { return nil }
            guard unsafe next == buffer.baseAddress?.advanced(by: buffer.count) else {
                unsafe X509_free(decoded)
                return nil
            }
            return unsafe decoded
        }
        guard let decoded = unsafe decoded else {
            ERR_clear_error()
            return nil
        }
        unsafe pointer = decoded
    }

    deinit { unsafe X509_free(pointer) }
}

/// Owns the context of one `X509_verify_cert` call.
@safe private final class OracleRun {
    private let certificates: [DecodedCertificate]
    private let store: OpaquePointer
    private let context: OpaquePointer
    private let untrusted: OpaquePointer
    private let trusted: OpaquePointer
    private var reports: Set<OpenSSLPathOracle.Report> = []

    init?(_ certificates: [DecodedCertificate]) {
        guard let leaf = certificates.first, let anchor = certificates.last,
            let store = unsafe X509_STORE_new(), let context = unsafe X509_STORE_CTX_new(),
            let untrusted = unsafe OPENSSL_sk_new_null(), let trusted = unsafe OPENSSL_sk_new_null()
        else { return nil }
        self.certificates = certificates
        unsafe self.store = store
        unsafe self.context = context
        unsafe self.untrusted = untrusted
        unsafe self.trusted = trusted
        for certificate in certificates.dropFirst().dropLast() {
            unsafe OPENSSL_sk_push(untrusted, UnsafeRawPointer(certificate.pointer))
        }
        unsafe OPENSSL_sk_push(trusted, UnsafeRawPointer(anchor.pointer))
        guard unsafe X509_STORE_CTX_init(context, store, leaf.pointer, untrusted) == 1 else {
            return nil
        }
        unsafe X509_STORE_CTX_set0_trusted_stack(context, trusted)
    }

    deinit {
        unsafe X509_STORE_CTX_free(context)
        unsafe X509_STORE_free(store)
        unsafe OPENSSL_sk_free(untrusted)
        unsafe OPENSSL_sk_free(trusted)
    }

    func errors(at instant: TestInstant) -> Set<OpenSSLPathOracle.Report> {
        let parameters = unsafe X509_STORE_CTX_get0_param(context)
        unsafe X509_VERIFY_PARAM_set_flags(
            parameters,
            UInt(X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_X509_STRICT)
        )
        unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(instant.secondsSince1970))
        // A common name is never used as a host name.
        unsafe X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
        unsafe X509_STORE_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(self).toOpaque())
        unsafe X509_STORE_CTX_set_verify_cb(context) { isSound, context in
            guard isSound == 0, let context = unsafe context else { return 1 }
            let run = unsafe Unmanaged<OracleRun>.fromOpaque(X509_STORE_CTX_get_ex_data(context, 0))
                .takeUnretainedValue()
            run.note()
            return 1
        }
        // The callback always continues, so a failure is an error that the callback did not receive.
        if unsafe X509_verify_cert(context) != 1 { note() }
        ERR_clear_error()
        return reports
    }

    /// Returns whether OpenSSL validated the given path.
    var isOfGivenPath: Bool {
        guard let chain = unsafe X509_STORE_CTX_get0_chain(context),
            unsafe OPENSSL_sk_num(chain) == Int32(certificates.count)
        else { return false }
        return certificates.indices.allSatisfy { position in
            unsafe OPENSSL_sk_value(chain, Int32(position))
                == UnsafeMutableRawPointer(certificates[position].pointer)
        }
    }

    private func note() {
        let depth = unsafe X509_STORE_CTX_get_error_depth(context)
        unsafe reports.insert(
            OpenSSLPathOracle.Report(number: X509_STORE_CTX_get_error(context), depth: depth)
        )
    }
}
