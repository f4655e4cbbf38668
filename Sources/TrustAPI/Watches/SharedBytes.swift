import Synchronization
import TrustModel

/// Bytes that several watches keep, such as the certificate of an intermediate CA; each is in memory once.
final class SharedBytes: Sendable {
    private struct Entry {
        let bytes: [UInt8]
        var count: Int
    }

    private let entries = Mutex<[Fingerprint: Entry]>([:])

    /// The number of different byte sequences.
    var count: Int { entries.withLock { $0.count } }

    /// Keeps bytes with a digest, until ``release(_:)``.
    func keep(_ bytes: [UInt8], as digest: Fingerprint) {
        entries.withLock { entries in
            var entry = entries[digest] ?? Entry(bytes: bytes.exactCopy, count: 0)
            entry.count += 1
            entries[digest] = entry
        }
    }

    /// Returns the bytes with a digest, which must be kept.
    func bytes(_ digest: Fingerprint) -> [UInt8] { entries.withLock { $0[digest]?.bytes ?? [] } }

    /// Releases bytes once for each digest.
    func release(_ digests: [Fingerprint]) {
        entries.withLock { entries in
            for digest in digests {
                guard var entry = entries[digest] else { continue }
                entry.count -= 1
                entries[digest] = entry.count > 0 ? entry : nil
            }
        }
    }
}
