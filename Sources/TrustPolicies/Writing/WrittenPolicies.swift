import FileAccess
import StructuredDocuments
import TrustModel

/// The directory of the policy sets that clients write.
///
/// Each set has a directory, and each write adds a directory to it, named by the number of the revision. The highest number
/// is in use. A revision without a document is a deletion. A write is one rename(2), so that a crash leaves the old set or
/// the new one.
struct WrittenPolicies: Sendable {
    /// The number of revisions that are kept for each set.
    static let keptRevisions = 20
    /// The maximum number of sets, including deleted ones.
    static let maximumSets = 1000
    /// The maximum total size of the files of a revision, in bytes.
    static let maximumBytes = 64 << 20

    /// A set in use.
    struct Stored {
        let document: PolicyDirectory.Document
        let directory: String
    }

    let path: String
    let sha256: @Sendable ([UInt8]) -> Fingerprint

    /// The directory of a set.
    func directory(of set: String) -> String { "\(path)/\(set)" }

    /// The directory of a revision.
    func directory(of set: String, revision: Int) -> String { "\(path)/\(set)/\(revision)" }

    /// The directory of the files of a set that is only validated; the name is not that of a set.
    var candidateDirectory: String { "\(path)/.candidate" }

    /// Returns the names of all sets, including deleted ones.
    ///
    /// - Throws: A failure if a name is not that of a set, or there are too many.
    func names() throws(LocalFiles.Failure) -> [String] {
        let names = try LocalFiles.names(in: path)
        if let name = names.first(where: { !PolicyName.isSetName($0) }) {
            throw LocalFiles.Failure(reason: "contains \(QuotedText.of(name)), which is not a policy set")
        }
        guard names.count <= Self.maximumSets else {
            throw LocalFiles.Failure(reason: "contains more than \(Self.maximumSets) policy sets")
        }
        return names
    }

    /// Returns the numbers of the revisions of a set in ascending order; empty if it was never written.
    func numbers(of set: String) throws(LocalFiles.Failure) -> [Int] {
        guard try LocalFiles.names(in: path).contains(where: set.hasSameBytes) else { return [] }
        return try existingNumbers(of: set)
    }

    private func existingNumbers(of set: String) throws(LocalFiles.Failure) -> [Int] {
        try LocalFiles.names(in: directory(of: set)).map { name throws(LocalFiles.Failure) in
            guard let number = Int(name), number > 0, "\(number)".hasSameBytes(as: name) else {
                let reason = "contains \(QuotedText.of(name)), which is not a revision"
                throw LocalFiles.Failure(reason: reason)
            }
            return number
        }.sorted()
    }

    /// Returns the files of a revision; nil for a deletion.
    func upload(of set: String, revision: Int) throws(LocalFiles.Failure) -> PolicyUpload? {
        let members = try LocalFiles.members(
            of: directory(of: set, revision: revision),
            count: TarArchive.maximumFiles,
            total: Self.maximumBytes
        )
        if members.isEmpty { return nil }
        do throws(PolicyWriteError) {
            return try PolicyUpload(members, of: set)
        } catch {
            throw LocalFiles.Failure(reason: "has not exactly one document of the set")
        }
    }

    /// Returns the revision in use with its files; nil if the set does not exist.
    func current(_ set: String) throws(LocalFiles.Failure) -> (number: Int, upload: PolicyUpload)? {
        guard let number = try numbers(of: set).last, let upload = try upload(of: set, revision: number) else {
            return nil
        }
        return (number, upload)
    }

    /// Returns the revisions of a set, the newest first, as their records describe them.
    ///
    /// A change at the same time may remove the oldest ones, which are then left out.
    func revisions(of set: String) throws(LocalFiles.Failure) -> [PolicyRevision] {
        try numbers(of: set).reversed().compactMap { number in
            guard let (record, isDeletion) = record(of: set, revision: number) else { return nil }
            return PolicyRevision(
                number: number,
                author: record.author,
                time: record.time,
                tag: record.tag,
                isDeletion: isDeletion
            )
        }
    }

    /// Returns the record of a revision, and whether it is a deletion; nil if the revision does not exist any more.
    func record(of set: String, revision number: Int) -> (record: PolicyWriteRecord, isDeletion: Bool)? {
        let directory = directory(of: set, revision: number)
        guard let names = try? LocalFiles.names(in: directory) else { return nil }
        let file = "\(directory)/\(PolicyWriteRecord.file)"
        let bytes = (try? LocalFiles.bytes(of: file, maximum: PolicyWriteRecord.maximumBytes)) ?? []
        return (PolicyWriteRecord(reading: bytes), names.isEmpty)
    }

    /// Returns the space of all sets, as the records of their last revisions state it.
    func space() throws(LocalFiles.Failure) -> WrittenSpace {
        var space = WrittenSpace()
        for name in try names() {
            guard let number = try existingNumbers(of: name).last,
                let (record, isDeletion) = record(of: name, revision: number)
            else { continue }
            space.holdings.append(
                WrittenSpace.Holding(
                    set: name,
                    author: record.author,
                    bytes: record.heldBytes,
                    deletedAt: isDeletion ? record.time ?? Instant(secondsSince1970: 0) : nil
                )
            )
        }
        return space
    }

    /// Removes a deleted set with all its revisions.
    func removeAll(of set: String) throws(LocalFiles.Failure) {
        let removed = "\(path)/.removed-\(set)"
        LocalFiles.removeDirectory(removed)
        try LocalFiles.move(directory(of: set), to: removed)
        LocalFiles.removeDirectory(removed)
    }

    /// Returns the documents of all sets in use, and the problems with directories that cannot be read.
    func documents() -> (documents: [PolicyDirectory.Document], problems: [PolicyProblem]) {
        var documents: [PolicyDirectory.Document] = []
        var problems: [PolicyProblem] = []
        let names: [String]
        do {
            names = try self.names()
        } catch {
            return ([], [PolicyProblem(file: path, detail: "the directory of written policies \(error.reason)")])
        }
        for name in names {
            do throws(LocalFiles.Failure) {
                guard let number = try existingNumbers(of: name).last,
                    let document = try document(of: name, in: directory(of: name, revision: number))
                else { continue }
                documents.append(document)
            } catch {
                problems.append(
                    PolicyProblem(file: directory(of: name), detail: "the written policy set \(error.reason)")
                )
            }
        }
        return (documents, problems)
    }

    /// Returns the document in a directory of a revision; nil for a deletion.
    func document(of set: String, in directory: String) throws(LocalFiles.Failure) -> PolicyDirectory.Document? {
        let names = try LocalFiles.names(in: directory)
        guard let file = PolicyDirectory.extensions.map({ set + $0 }).first(where: names.contains) else {
            guard names.isEmpty else { throw LocalFiles.Failure(reason: "has no document in \(directory)") }
            return nil
        }
        let bytes = try LocalFiles.bytes(of: "\(directory)/\(file)", maximum: YAMLDocument.maximumBytes)
        return PolicyDirectory.Document(name: set, file: file, bytes: bytes, directory: directory, isWritten: true)
    }

    /// Removes the directories of unfinished writes, and the oldest revisions.
    func prune(_ set: String) {
        let directory = directory(of: set)
        for name in (try? LocalFiles.allNames(in: directory)) ?? [] where name.hasPrefix(".") {
            LocalFiles.removeDirectory("\(directory)/\(name)")
        }
        for number in ((try? numbers(of: set)) ?? []).dropLast(Self.keptRevisions) {
            // A revision is never seen without some of its files.
            let removed = "\(directory)/.removed-\(number)"
            guard (try? LocalFiles.move(self.directory(of: set, revision: number), to: removed)) != nil else { return }
            LocalFiles.removeDirectory(removed)
        }
    }
}
