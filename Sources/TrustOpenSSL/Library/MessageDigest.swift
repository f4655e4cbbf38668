import COpenSSL
import Synchronization
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

    /// Whether all of them could be made.
    static var areAllMade: Bool { sha256 != nil && sha384 != nil && sha512 != nil }

    private let pointer: OpaquePointer
    /// States that nobody uses now: for each part as many as its threads have digested at once.
    private let idle = (0..<ThreadStripe.count).map { _ in IdleStates() }

    private init?(_ name: String) {
        let fetched = unsafe LibraryContext.shared?.withUnsafePointer { unsafe EVP_MD_fetch($0, name, nil) }
        guard let fetched = unsafe fetched ?? nil else { return nil }
        unsafe pointer = fetched
    }

    deinit {
        unsafe EVP_MD_free(pointer)
    }

    /// Whether OpenSSL computes a digest, by its NID.
    static func isAvailable(_ identifier: Int32) -> Bool {
        guard let name = unsafe OBJ_nid2sn(identifier) else { return false }
        let fetched = unsafe LibraryContext.shared?.withUnsafePointer { unsafe EVP_MD_fetch($0, name, nil) }
        guard let fetched = unsafe fetched ?? nil else { return false }
        unsafe EVP_MD_free(fetched)
        return true
    }

    /// Lends the pointer, which lives as long as the process.
    func withUnsafePointer<Answer>(_ body: (OpaquePointer) -> Answer) -> Answer {
        unsafe body(pointer)
    }

    /// The digest of some bytes; nil only where OpenSSL has no memory.
    func digest(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let idle = idle[ThreadStripe.current]
        guard let work = idle.take() ?? DigestState() else { return nil }
        defer { idle.keep(work) }
        return unsafe work.digest(of: bytes, pointer)
    }
}

/// The states that the threads of one part have left.
private final class IdleStates: Sendable {
    private let works = Mutex<[DigestState]>([])

    func take() -> DigestState? { works.withLock { $0.popLast() } }

    func keep(_ work: DigestState) { works.withLock { $0.append(work) } }
}

/// The state of one digest under way, used again for the next: making it takes longer than it digests a kilobyte.
@safe final class DigestState {
    private let context: OpaquePointer

    /// Makes the state; nil where OpenSSL has no memory.
    init?() {
        guard let context = unsafe EVP_MD_CTX_new() else { return nil }
        unsafe self.context = context
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// The digest of some bytes; nil where OpenSSL has no memory.
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

// One thread at a time has it, taken from a list behind a lock.
extension DigestState: @unchecked Sendable {}

// Immutable since `init`.
extension MessageDigest: @unchecked Sendable {}
