import COpenSSL
import Synchronization
import TrustModel

/// A digest algorithm, fetched once for all signature checks.
@safe final class MessageDigest {
    /// The longest digest, in octets.
    static let maximumLength = Int(EVP_MAX_MD_SIZE)
    /// SHA-256; like the other digests, nil only if memory is exhausted.
    static let sha256 = MessageDigest("SHA2-256")
    static let sha384 = MessageDigest("SHA2-384")
    static let sha512 = MessageDigest("SHA2-512")

    static var areAllMade: Bool { sha256 != nil && sha384 != nil && sha512 != nil }

    private let pointer: OpaquePointer
    /// The unused states of each stripe, at most as many as its threads have ever used at the same time.
    private let idle = (0..<ThreadStripe.count).map { _ in IdleStates() }

    private init?(_ name: String) {
        let fetched = unsafe LibraryContext.shared?.withUnsafePointer { unsafe EVP_MD_fetch($0, name, nil) }
        guard let fetched = unsafe fetched ?? nil else { return nil }
        unsafe pointer = fetched
    }

    deinit {
        unsafe EVP_MD_free(pointer)
    }

    /// Returns whether OpenSSL supports a digest, by its NID.
    static func isAvailable(_ identifier: Int32) -> Bool {
        guard let name = unsafe OBJ_nid2sn(identifier) else { return false }
        let fetched = unsafe LibraryContext.shared?.withUnsafePointer { unsafe EVP_MD_fetch($0, name, nil) }
        guard let fetched = unsafe fetched ?? nil else { return false }
        unsafe EVP_MD_free(fetched)
        return true
    }

    /// Passes the pointer, which is valid for the life of the process, to a closure.
    func withUnsafePointer<Answer>(_ body: (OpaquePointer) -> Answer) -> Answer {
        unsafe body(pointer)
    }

    /// Returns the digest of bytes; nil only if memory is exhausted.
    func digest(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let idle = idle[ThreadStripe.current]
        guard let state = idle.removeLast() ?? DigestState() else { return nil }
        defer { idle.keep(state) }
        return unsafe state.digest(of: bytes, pointer)
    }
}

private final class IdleStates: Sendable {
    private let states = Mutex<[DigestState]>([])

    func removeLast() -> DigestState? { states.withLock { $0.popLast() } }

    func keep(_ state: DigestState) { states.withLock { $0.append(state) } }
}

/// The state of one digest computation, reused because creating it takes longer than hashing a kilobyte.
@safe final class DigestState {
    private let context: OpaquePointer

    /// Creates a state; nil if memory is exhausted.
    init?() {
        guard let context = unsafe EVP_MD_CTX_new() else { return nil }
        unsafe self.context = context
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// Returns the digest of bytes; nil if memory is exhausted.
    func digest(of bytes: UnsafeBufferPointer<UInt8>, _ algorithm: OpaquePointer) -> [UInt8]? {
        let digest = unsafe [UInt8](unsafeUninitializedCapacity: MessageDigest.maximumLength) { buffer, count in
            var length: UInt32 = 0
            guard unsafe EVP_DigestInit_ex2(context, algorithm, nil) == 1,
                unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1,
                unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, &length) == 1
            else { return }
            count = Int(length)
        }
        return digest.isEmpty ? nil : digest
    }
}

// Only one thread at a time uses a state; the thread takes the state from a locked list.
extension DigestState: @unchecked Sendable {}

// The object is not changed after `init`.
extension MessageDigest: @unchecked Sendable {}
