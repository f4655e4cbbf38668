import COpenSSL
import SecretMemory

extension SecretBytes {
    /// Passes the bytes as a C string without a terminating NUL.
    func withPassphrase<Answer>(_ body: (UnsafePointer<CChar>?, Int32) -> Answer) -> Answer {
        withSpan { bytes in
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe body(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count))
            }
        }
    }

    /// Creates a BIO that reads the bytes; the caller frees the BIO before the bytes.
    func makeInput() -> OpaquePointer? {
        unsafe withSpan { bytes in
            unsafe bytes.withUnsafeBytes { unsafe BIO_new_mem_buf($0.baseAddress, Int32(clamping: $0.count)) }
        }
    }

    /// Encodes a PKCS #8 structure; nil if memory is exhausted.
    static func encoding(_ information: OpaquePointer) -> SecretBytes? {
        let count = Int(unsafe i2d_PKCS8_PRIV_KEY_INFO(information, nil))
        guard count > 0 else { return nil }
        return SecretBytes(capacity: count) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
                var next = buffer.baseAddress
                initialized = max(0, Int(unsafe i2d_PKCS8_PRIV_KEY_INFO(information, &next)))
            }
        }
    }
}

/// The passphrase of a file; nil if none is configured.
typealias Passphrase = SecretBytes?

extension SecretBytes? {
    /// Passes the passphrase as a C string without a terminating NUL; a null pointer if there is none.
    func withPassphrase<Answer>(_ body: (UnsafePointer<CChar>?, Int32) -> Answer) -> Answer {
        guard let self else { return body(nil, 0) }
        return unsafe self.withPassphrase(body)
    }
}
