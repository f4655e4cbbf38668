import COpenSSL
import TrustModel

/// A digest that was looked up once, so that no signature check has to.
@safe final class MessageDigest {
    /// The longest digest, in octets.
    static let maximumLength = Int(EVP_MAX_MD_SIZE)
    /// SHA-256; nil, as the others, only where OpenSSL has no memory.
    static let sha256 = MessageDigest("SHA2-256")
    /// SHA-384.
    static let sha384 = MessageDigest("SHA2-384")
    /// SHA-512.
    static let sha512 = MessageDigest("SHA2-512")

    private let pointer: OpaquePointer

    private init?(_ name: String) {
        let fetched = unsafe LibraryContext.keys?.withUnsafePointer { unsafe EVP_MD_fetch($0, name, nil) }
        guard let fetched = unsafe fetched ?? nil else { return nil }
        unsafe pointer = fetched
    }

    deinit {
        unsafe EVP_MD_free(pointer)
    }

    /// Lends the pointer, which lives as long as the process.
    func withUnsafePointer<Answer>(_ body: (OpaquePointer) -> Answer) -> Answer {
        unsafe body(pointer)
    }

    /// The digest of some bytes; nil only where OpenSSL has no memory.
    func digest(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let digest = unsafe [UInt8](unsafeUninitializedCapacity: Self.maximumLength) { buffer, count in
            var length: UInt32 = 0
            let result = unsafe EVP_Digest(bytes.baseAddress, bytes.count, buffer.baseAddress, &length, pointer, nil)
            count = result == 1 ? Int(length) : 0
        }
        return digest.isEmpty ? nil : digest
    }
}

// Immutable since `init`.
extension MessageDigest: @unchecked Sendable {}
