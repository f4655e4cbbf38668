import FileAccess
import StructuredDocuments
package import TrustModel

/// Writes, deletes and restores the policy sets of clients.
///
/// A change is validated with all other policies, stored durably, and then used. Changes and reloads exclude each other, so
/// that the stored set whose tag a client names is the one that is replaced.
package struct PolicyWriter: Sendable {
    /// The tag that the stored set must have.
    package enum Precondition: Sendable, Equatable {
        /// The set must not exist (If-None-Match: *).
        case absent
        /// The set must exist (If-Match: *).
        case present
        /// The set must have one of the tags (If-Match).
        case tags([String])
    }

    /// The client that asks for a change.
    package struct Author: Sendable {
        /// The names of the client.
        package let name: String
        /// Whether the client may write policies with scripts.
        package let mayWriteScripts: Bool

        /// Creates an author.
        package init(name: String, mayWriteScripts: Bool) {
            self.name = name
            self.mayWriteScripts = mayWriteScripts
        }
    }

    /// A change that is stored and in use.
    package struct Result: Sendable {
        /// The snapshot with the change.
        package let snapshot: PolicySnapshot
        /// The names of the changed sets.
        package let changedSets: [String]
        /// The number of the revision.
        package let number: Int
        /// The tag of the set; nil after a deletion.
        package let tag: String?
        /// Whether the set did not exist before.
        package let isNew: Bool
    }

    let store: PolicyStore
    private let loader: PolicyLoader
    let written: WrittenPolicies
    private let now: @Sendable () -> Instant
    /// Returns a sentence for each reference to a policy that does not exist in a snapshot.
    private let danglingReferences: @Sendable (PolicySnapshot) -> [String]

    /// Creates a writer; nil if the loader has no directory for written policies.
    ///
    /// - Parameters:
    ///   - store: The policies in use.
    ///   - loader: The loader of the store.
    ///   - now: The wall clock.
    ///   - danglingReferences: Returns a sentence for each reference to a policy that does not exist in a snapshot.
    package init?(
        _ store: PolicyStore,
        _ loader: PolicyLoader,
        now: @escaping @Sendable () -> Instant,
        danglingReferences: @escaping @Sendable (PolicySnapshot) -> [String]
    ) {
        guard let written = loader.written else { return nil }
        self.store = store
        self.loader = loader
        self.written = written
        self.now = now
        self.danglingReferences = danglingReferences
    }

    /// Writes a set; the same files as before change nothing.
    package func put(
        _ upload: PolicyUpload,
        as set: String,
        if precondition: Precondition,
        by author: Author
    ) throws(PolicyWriteError) -> Result {
        try change(set, if: precondition, by: author) { _ in upload }
    }

    /// Deletes a set; its revisions remain.
    package func delete(
        _ set: String,
        if precondition: Precondition,
        by author: Author
    ) throws(PolicyWriteError) -> Result {
        try change(set, if: precondition, by: author) { _ in nil }
    }

    /// Writes the files of an earlier revision again.
    package func restore(
        _ number: Int,
        of set: String,
        if precondition: Precondition,
        by author: Author
    ) throws(PolicyWriteError) -> Result {
        try change(set, if: precondition, by: author) { numbers throws(PolicyWriteError) in
            guard numbers.contains(number) else {
                throw .unknown("The policy set `\(set)` has no revision \(number).")
            }
            guard
                let upload = try stored({ () throws(LocalFiles.Failure) in
                    try written.upload(of: set, revision: number)
                })
            else {
                throw .conflict("The revision \(number) of `\(set)` is a deletion, which cannot be restored.")
            }
            return upload
        }
    }

    /// Returns the revisions of a set, the newest first.
    package func revisions(of set: String) throws(PolicyWriteError) -> [PolicyRevision] {
        let revisions: [PolicyRevision]
        do throws(LocalFiles.Failure) { revisions = try written.revisions(of: set) } catch {
            throw .unreadable("The directory of written policies \(error.reason).")
        }
        guard !revisions.isEmpty else { throw .unknown("The policy set `\(set)` was never written.") }
        return revisions
    }

    func stored<Value>(_ access: () throws(LocalFiles.Failure) -> Value) throws(PolicyWriteError) -> Value {
        do throws(LocalFiles.Failure) {
            return try access()
        } catch {
            throw .storage("The directory of written policies \(error.reason).")
        }
    }
}

extension PolicyWriter {
    /// Changes a set to the files that the closure returns, given the numbers of the revisions; nil deletes the set.
    private func change(
        _ set: String,
        if precondition: Precondition,
        by author: Author,
        to files: ([Int]) throws(PolicyWriteError) -> PolicyUpload?
    ) throws(PolicyWriteError) -> Result {
        var outcome: (number: Int, tag: String?, isNew: Bool)?
        let (snapshot, changedSets) = try store.change { previous throws(PolicyWriteError) in
            try checkOwner(of: set, in: previous)
            let numbers = try stored { () throws(LocalFiles.Failure) in try written.numbers(of: set) }
            let current = try stored { () throws(LocalFiles.Failure) in try written.current(set) }
            let tag = current?.upload.digest(written.sha256)
            guard precondition.isSatisfied(by: tag) else { throw .changed(tag: tag) }
            let upload = try files(numbers)
            if upload == nil, current == nil { throw .unknown("There is no written policy set `\(set)`.") }
            let newTag = upload?.digest(written.sha256)
            if let current, newTag == tag {
                outcome = (current.number, tag, false)
                // The stored files may have been changed by hand since they were loaded.
                let isInUse = previous.policySet(named: set)?.contentDigest == tag
                return isInUse ? previous : try load(after: previous)
            }
            let number = (numbers.last ?? 0) + 1
            outcome = (number, newTag, current == nil)
            return try store(upload, as: set, number: number, by: author, after: previous)
        }
        guard let outcome else { preconditionFailure("the change was made") }
        return Result(
            snapshot: snapshot,
            changedSets: changedSets,
            number: outcome.number,
            tag: outcome.tag,
            isNew: outcome.isNew
        )
    }

    /// Refuses the built-in set, and the sets of the policy directory.
    func checkOwner(of set: String, in snapshot: PolicySnapshot) throws(PolicyWriteError) {
        if set == PolicyName.system.set {
            throw .conflict("The policy set `system` is built in and cannot be written.")
        }
        // The file may have been added since the last reload.
        let isKept = snapshot.policySet(named: set).map { !$0.isWritten } ?? false
        guard isKept || loader.directory?.file(of: set) != nil else { return }
        throw .conflict("The policy set `\(set)` is a file of the policy directory, which only the operator changes.")
    }

    /// Validates the new files with all other policies, stores them, and returns the snapshot with them.
    private func store(
        _ upload: PolicyUpload?,
        as set: String,
        number: Int,
        by author: Author,
        after previous: PolicySnapshot
    ) throws(PolicyWriteError) -> PolicySnapshot {
        let directory = written.directory(of: set)
        let isFirst = number == 1
        if isFirst { try makeDirectory(of: set) }
        written.prune(set)
        let draft = "\(directory)/.new-\(number)"
        var isStored = false
        defer {
            if !isStored { LocalFiles.removeDirectory(draft) }
            if !isStored, isFirst { LocalFiles.removeDirectory(directory) }
        }
        let record = record(of: upload, as: set, by: author)
        let members = (upload?.all ?? []) + [LocalFiles.Member(path: PolicyWriteRecord.file, bytes: record.bytes)]
        try stored { () throws(LocalFiles.Failure) in try LocalFiles.createDirectory(draft, files: members) }
        let candidate = try load(set, from: draft, by: author, after: previous)
        try check(candidate, set: set, upload, in: draft, after: previous)
        let displaced = try setsGivingWay(to: set, bytes: record.heldBytes, by: author)
        let final = written.directory(of: set, revision: number)
        let snapshot = try use(draft, as: final, after: candidate)
        isStored = true
        written.prune(set)
        // A set that cannot be removed now remains until another write needs its space.
        for deleted in displaced { try? written.removeAll(of: deleted) }
        return snapshot
    }

    /// Gives a draft its final name, and loads it with all other policies.
    private func use(
        _ draft: String,
        as final: String,
        after candidate: PolicySnapshot
    ) throws(PolicyWriteError) -> PolicySnapshot {
        try stored { () throws(LocalFiles.Failure) in
            try LocalFiles.synchronizeAll(in: draft)
            try LocalFiles.move(draft, to: final)
        }
        do throws(PolicyWriteError) {
            return try load(after: candidate)
        } catch {
            // Another file has become invalid in the meantime, so that the change cannot be used.
            try stored { () throws(LocalFiles.Failure) in try LocalFiles.move(final, to: draft) }
            throw error
        }
    }

    private func load(after previous: PolicySnapshot) throws(PolicyWriteError) -> PolicySnapshot {
        do throws(PolicyLoadError) { return try loader.load(after: previous) } catch { throw .otherPolicies(error) }
    }

    func record(of upload: PolicyUpload?, as set: String, by author: Author) -> PolicyWriteRecord {
        var record = PolicyWriteRecord(author: author.name, time: now())
        record.tag = upload?.digest(written.sha256)
        record.size = (upload?.all ?? []).reduce(0) { $0 + $1.bytes.count }
        let others = ((try? written.numbers(of: set)) ?? []).suffix(WrittenPolicies.keptRevisions - 1)
        record.heldBytes = others.reduce(record.size) {
            $0 + (written.record(of: set, revision: $1)?.record.size ?? 0)
        }
        return record
    }

    /// Checks that the author may hold the set, and returns the deleted sets of the author that must be removed for it.
    func setsGivingWay(
        to set: String,
        bytes: Int,
        by author: Author
    ) throws(PolicyWriteError) -> [String] {
        let space = try stored { () throws(LocalFiles.Failure) in try written.space() }
        return try space.setsGivingWay(to: set, bytes: bytes, by: author.name)
    }

    private func makeDirectory(of set: String) throws(PolicyWriteError) {
        try stored { () throws(LocalFiles.Failure) in
            try LocalFiles.createPrivateDirectory(written.directory(of: set))
            try LocalFiles.synchronize(written.path)
        }
    }

    func load(
        _ set: String,
        from draft: String,
        by author: Author,
        after previous: PolicySnapshot
    ) throws(PolicyWriteError) -> PolicySnapshot {
        let document = try stored { () throws(LocalFiles.Failure) in try written.document(of: set, in: draft) }
        do throws(PolicyLoadError) {
            let change = WrittenSetChange(name: set, document: document, mayHaveScripts: author.mayWriteScripts)
            return try loader.load(after: previous, replacing: change)
        } catch {
            let own = error.problems.filter { $0.file.hasPrefix(draft + "/") }
            guard !own.contains(where: { $0.detail == ScriptReader.forbidden }) else { throw .scriptsForbidden }
            guard own.isEmpty else { throw .invalid(own.map { $0.without(draft + "/") }) }
            guard document == nil || (try? loader.load(after: previous)) == nil else {
                // The floors do not accept the new policies, although each of them is valid.
                throw .invalid(error.problems.map { $0.without(draft + "/") })
            }
            if document == nil, (try? loader.load(after: previous)) != nil {
                throw .conflict(
                    "The policy set `\(set)` is in use: \(error.problems.map(\.detail).joined(separator: "; "))."
                )
            }
            throw .otherPolicies(error)
        }
    }

    func check(
        _ candidate: PolicySnapshot,
        set: String,
        _ upload: PolicyUpload?,
        in draft: String,
        after previous: PolicySnapshot
    ) throws(PolicyWriteError) {
        let known = Set(danglingReferences(previous))
        if let reference = danglingReferences(candidate).first(where: { !known.contains($0) }) {
            throw .conflict("The policy set `\(set)` is in use: \(reference).")
        }
        guard let upload, let new = candidate.policySet(named: set) else { return }
        let named = new.fileDigests(relativeTo: draft).keys
        let unused = upload.files.filter { !named.contains($0.path) }
        guard unused.isEmpty else {
            throw .invalid(unused.map { PolicyProblem(file: $0.path, detail: "the document does not name this file") })
        }
    }
}

extension PolicyWriter.Precondition {
    /// Returns whether the tag of the stored set satisfies the condition; nil is the tag of a set that does not exist.
    func isSatisfied(by tag: String?) -> Bool {
        switch self {
        case .absent: tag == nil
        case .present: tag != nil
        case .tags(let tags): tag.map(tags.contains) ?? false
        }
    }
}

extension PolicyProblem {
    /// The problem without a directory in its texts.
    fileprivate func without(_ directory: String) -> PolicyProblem {
        PolicyProblem(
            file: file.split(separator: directory).joined(),
            line: line,
            pointer: pointer,
            detail: detail.split(separator: directory, omittingEmptySubsequences: false).joined()
        )
    }
}
