import FileAccess

extension PolicyWriter {
    /// A set that was validated as for a write, and is neither stored nor in use.
    package struct Candidate: Sendable {
        /// The policies in use.
        package let live: PolicySnapshot
        /// The same policies with the candidate in place of the set in use.
        package let changed: PolicySnapshot
    }

    /// Validates a set with all other policies as ``put(_:as:if:by:)`` does, and stores nothing.
    ///
    /// The other policies of the result are those in use, also if their files have changed since, so that a comparison shows the
    /// effect of the candidate alone. Its files are removed before this returns; a crash leaves them to the next call.
    package func candidate(
        _ upload: PolicyUpload,
        as set: String,
        by author: Author
    ) throws(PolicyWriteError) -> Candidate {
        var found: Candidate?
        _ = try store.change { live throws(PolicyWriteError) in
            try checkOwner(of: set, in: live)
            let draft = written.candidateDirectory
            LocalFiles.removeDirectory(draft)
            defer { LocalFiles.removeDirectory(draft) }
            try stored { () throws(LocalFiles.Failure) in try LocalFiles.createDirectory(draft, files: upload.all) }
            let loaded = try load(set, from: draft, by: author, after: live)
            try check(loaded, set: set, upload, in: draft, after: live)
            let record = record(of: upload, as: set, by: author)
            _ = try setsGivingWay(to: set, bytes: record.heldBytes, by: author)
            guard let new = loaded.policySet(named: set) else { return live }
            found = Candidate(live: live, changed: PolicySnapshot(live, with: new, sha256: written.sha256))
            return live
        }
        guard let found else { throw .unreadable("The candidate for the policy set `\(set)` was not loaded.") }
        return found
    }
}
