/// Keeps verified evidence across restarts; implemented by the disk cache.
///
/// No method blocks a thread of its caller.
package protocol EvidenceArchive: Sendable {
    /// The current statistics.
    var figures: EvidenceArchiveFigures { get }

    /// Reads an entry.
    ///
    /// - Parameters:
    ///   - key: The key of the record.
    ///   - verify: Returns the evidence, and false if the entry must be removed because it could not be verified. It runs on a
    ///     thread of the archive.
    /// - Returns: The evidence in the entry; nil without one, or if the archive is overloaded or stopped.
    func read<Evidence: Sendable>(
        _ key: [UInt8],
        verify: @escaping @Sendable (EvidenceRecord) -> (evidence: Evidence?, isFit: Bool)
    ) async -> Evidence?

    /// Writes a record later, unless the present entry is newer or the archive is overloaded.
    func write(_ record: EvidenceRecord)
}

/// Statistics of the disk cache.
package struct EvidenceArchiveFigures: Sendable, Equatable {
    /// The number of entries.
    package var entries = 0
    /// The total size of the files, in bytes.
    package var bytes = 0
    /// The number of entries removed to make space.
    package var evictions = 0
    /// The number of files removed because they were damaged.
    package var damaged = 0
    /// The number of entries removed because their evidence could not be verified.
    package var rejected = 0
    /// The number of entries that were not written: the queue was full, or the disk did not accept the file.
    package var droppedWrites = 0

    /// Creates statistics of an empty cache.
    package init() {}
}
