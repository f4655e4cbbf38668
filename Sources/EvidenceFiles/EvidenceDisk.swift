import Dispatch
package import FileAccess
import Synchronization
package import TrustEvidence

/// The disk cache for fetched evidence, with a thread of its own for reading, writing and verification.
///
/// Issuers have a directory of their own, so that they never displace CRLs and OCSP responses.
///
/// No method blocks its thread, except ``stop()``. The queue is bounded: when it is full, writes are dropped, and reads find
/// nothing, so that the network is asked.
package final class EvidenceDisk: EvidenceArchive {
    private struct State {
        var figures = EvidenceArchiveFigures()
        var waiting = 0
        var waitingBytes = 0
        var isStopped = false
    }

    /// The maximum number of waiting reads and writes.
    private static let maximumWaiting = 1024

    private let cache: FileCache
    private let issuers: FileCache
    private let maximumWaitingBytes: Int
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "anchord.evidence.disk", qos: .utility)

    /// Creates the cache.
    ///
    /// - Parameters:
    ///   - cache: The directory of CRLs and OCSP responses.
    ///   - issuers: The directory of issuers.
    ///   - maximumWaitingBytes: The maximum size of the entries that wait to be written. They share memory with the entries in
    ///     memory as long as these are not evicted.
    package init(_ cache: FileCache, issuers: FileCache, maximumWaitingBytes: Int = 128 << 20) {
        self.cache = cache
        self.issuers = issuers
        self.maximumWaitingBytes = maximumWaitingBytes
        var state = State()
        state.figures.update(cache.figures, issuers.figures)
        self.state = Mutex(state)
    }

    /// The current statistics; does not wait for the disk.
    package var figures: EvidenceArchiveFigures { state.withLock { $0.figures } }

    /// Discards the waiting reads and writes, and waits for the running one.
    package func stop() {
        state.withLock { $0.isStopped = true }
        queue.sync {}
    }

    /// Reads an entry and verifies it, on the thread of the cache.
    package func read<Evidence: Sendable>(
        _ key: [UInt8],
        verify: @escaping @Sendable (EvidenceRecord) -> (evidence: Evidence?, isFit: Bool)
    ) async -> Evidence? {
        await withCheckedContinuation { continuation in
            let isQueued = enqueue(bytes: 0) { [self] isStopped in
                continuation.resume(returning: isStopped ? nil : evidence(for: key, verify))
            }
            if !isQueued { continuation.resume(returning: nil) }
        }
    }

    private func evidence<Evidence>(
        for key: [UInt8],
        _ verify: (EvidenceRecord) -> (evidence: Evidence?, isFit: Bool)
    ) -> Evidence? {
        guard let entry = directory(of: key).entry(for: key) else { return nil }
        guard let record = EvidenceRecord(decoding: entry) else {
            reject(key)
            return nil
        }
        let (evidence, isFit) = verify(record)
        if !isFit { reject(key) }
        return evidence
    }

    /// Writes a record on the thread of the cache, unless the present entry is newer.
    package func write(_ record: EvidenceRecord) {
        let isQueued = enqueue(bytes: record.content.count) { [self] isStopped in
            guard !isStopped else { return }
            guard let entry = record.fileEntry else { return drop() }
            let directory = directory(of: entry.key)
            if let present = directory.entry(for: entry.key).flatMap(EvidenceRecord.init(decoding:)),
                record.isOlder(than: present)
            {
                return
            }
            do throws(LocalFiles.Failure) {
                try directory.store(entry)
            } catch {
                drop()
            }
        }
        if !isQueued { drop() }
    }

    private func drop() { state.withLock { $0.figures.droppedWrites += 1 } }

    private func directory(of key: [UInt8]) -> FileCache { EvidenceRecord.isOfIssuer(key) ? issuers : cache }

    private func reject(_ key: [UInt8]) {
        directory(of: key).remove(key)
        state.withLock { $0.figures.rejected += 1 }
    }

    private func enqueue(bytes: Int, _ work: @escaping @Sendable (_ isStopped: Bool) -> Void) -> Bool {
        let maximumBytes = maximumWaitingBytes
        let isAccepted = state.withLock { state in
            guard !state.isStopped, state.waiting < Self.maximumWaiting, state.waitingBytes + bytes <= maximumBytes
            else { return false }
            state.waiting += 1
            state.waitingBytes += bytes
            return true
        }
        guard isAccepted else { return false }
        queue.async { [self] in
            work(state.withLock { $0.isStopped })
            let (figures, ofIssuers) = (cache.figures, issuers.figures)
            state.withLock { state in
                state.waiting -= 1
                state.waitingBytes -= bytes
                state.figures.update(figures, ofIssuers)
            }
        }
        return true
    }
}

extension EvidenceArchiveFigures {
    fileprivate mutating func update(_ figures: FileCache.Figures, _ issuers: FileCache.Figures) {
        (entries, bytes) = (figures.entries + issuers.entries, figures.bytes + issuers.bytes)
        (evictions, damaged) = (figures.evictions + issuers.evictions, figures.damaged + issuers.damaged)
    }
}
