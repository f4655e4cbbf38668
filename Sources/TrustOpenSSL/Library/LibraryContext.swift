import COpenSSL

/// An OpenSSL library context with the default provider, and on request the legacy provider (OSSL_LIB_CTX(3)).
///
/// It is independent of OpenSSL's configuration file and of the default context, whose locks all threads share.
@safe final class LibraryContext {
    /// The context of all keys, digests and checks; nil only if memory is exhausted.
    static let shared = LibraryContext(providers: ["default"])

    /// Whether all process-wide OpenSSL objects were created; without them, every later result would be wrong.
    static var isComplete: Bool { shared != nil && MessageDigest.areAllMade }

    private let pointer: OpaquePointer
    private let providers: [OpaquePointer]

    /// Creates a context that also has the algorithms of older tools, such as RC2; nil if OpenSSL lacks them.
    ///
    /// All objects that OpenSSL creates with this context must be freed before the context.
    static func withLegacyProvider() -> LibraryContext? { LibraryContext(providers: ["default", "legacy"]) }

    private init?(providers names: [String]) {
        guard let context = unsafe OSSL_LIB_CTX_new() else { return nil }
        var loaded: [OpaquePointer] = unsafe []
        for name in names {
            if let provider = unsafe OSSL_PROVIDER_load(context, name) { unsafe loaded.append(provider) }
        }
        unsafe pointer = context
        unsafe providers = loaded
        if unsafe loaded.count < names.count { return nil }
    }

    deinit {
        // The legacy provider has a context of its own, which is freed only with the provider.
        for index in unsafe providers.indices { unsafe OSSL_PROVIDER_unload(providers[index]) }
        unsafe OSSL_LIB_CTX_free(pointer)
    }

    /// Passes the pointer, which is valid as long as this object, to a closure.
    func withUnsafePointer<Answer>(_ body: (OpaquePointer) -> Answer) -> Answer {
        unsafe body(pointer)
    }
}

// The context is not changed after `init`; OpenSSL adds objects to it under its own locks (crypto(7)).
extension LibraryContext: @unchecked Sendable {}
