import COpenSSL
import COpenSSLShims

/// A library context of OpenSSL that can decode no more than is needed (OSSL_LIB_CTX(3)).
///
/// In the default context d2i_X509 takes five times as long, most of it for a key that mostly nobody asks for, and under a
/// lock that no two threads pass at once.
@safe final class LibraryContext {
    /// In which certificates are read, their keys left alone; nil only where OpenSSL has no memory.
    static let certificates = unsafe LibraryContext(loading: copensslshims_load_provider_of_digests)
    /// In which keys are decoded; nil as above.
    static let keys = unsafe LibraryContext(loading: copensslshims_load_provider_of_public_keys)

    /// Whether everything that is made once for the whole process could be made; otherwise every later answer would be wrong.
    static var isComplete: Bool {
        certificates != nil && keys != nil && MessageDigest.areAllMade && X509Reference.hasPlaceholder
    }

    private let pointer: OpaquePointer

    private init?(loading load: (OpaquePointer?) -> Int32) {
        guard let context = unsafe OSSL_LIB_CTX_new() else { return nil }
        guard unsafe load(context) == 1 else {
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

// Set up in `init` and never changed; what OpenSSL fills in later it fills under the context's own locks (crypto(7)).
extension LibraryContext: @unchecked Sendable {}
