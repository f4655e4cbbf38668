import COpenSSL

/// A library context of OpenSSL with the default provider only (OSSL_LIB_CTX(3)).
///
/// It is independent of the process's configuration file and of the default context, whose locks all threads share.
@safe final class LibraryContext {
    /// The context of all keys, digests and checks; nil only if OpenSSL has no memory.
    static let shared = LibraryContext()

    /// Whether everything that is made once for the process could be made; otherwise every later result would be wrong.
    static var isComplete: Bool { shared != nil && MessageDigest.areAllMade }

    private let pointer: OpaquePointer

    private init?() {
        guard let context = unsafe OSSL_LIB_CTX_new() else { return nil }
        guard unsafe OSSL_PROVIDER_load(context, "default") != nil else {
            unsafe OSSL_LIB_CTX_free(context)
            return nil
        }
        unsafe pointer = context
    }

    deinit {
        unsafe OSSL_LIB_CTX_free(pointer)
    }

    /// Lends the pointer, which lives as long as the process.
    func withUnsafePointer<Answer>(_ body: (OpaquePointer) -> Answer) -> Answer {
        unsafe body(pointer)
    }
}

// Set up in `init` and never changed; OpenSSL fills in the rest later under the context's own locks (crypto(7)).
extension LibraryContext: @unchecked Sendable {}
