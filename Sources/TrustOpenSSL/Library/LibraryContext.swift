import COpenSSL

/// An OpenSSL library context with the default provider only (OSSL_LIB_CTX(3)).
///
/// It is independent of OpenSSL's configuration file and of the default context, whose locks all threads share.
@safe final class LibraryContext {
    /// The context of all keys, digests and checks; nil only if memory is exhausted.
    static let shared = LibraryContext()

    /// Whether all process-wide OpenSSL objects were created; without them, every later result would be wrong.
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

    /// Passes the pointer, which is valid for the life of the process, to a closure.
    func withUnsafePointer<Answer>(_ body: (OpaquePointer) -> Answer) -> Answer {
        unsafe body(pointer)
    }
}

// The context is not changed after `init`; OpenSSL adds objects to it under its own locks (crypto(7)).
extension LibraryContext: @unchecked Sendable {}
