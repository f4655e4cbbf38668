import FileAccess
package import TrustModel

/// The content of a path when a document, or the system's anchors, were read.
enum MaterialEntry: Sendable, Equatable {
    case kind(path: String, LocalFiles.Kind)
    /// The files of a directory that have certain extensions, in the order of their names.
    case directory(path: String, extensions: [String], paths: [String])
    /// A file and the digest of its bytes.
    case file(path: String, Fingerprint)
    /// A file that could not be read, and why.
    case unreadable(path: String, reason: String)
    /// The instants nearest to the time of reading, of those that were compared with it: the last one that had passed, and
    /// the first one that had not.
    case time(passed: Instant?, pending: Instant?)
}

/// Reads the files that a document names, and notes what was found, so that a later load can tell whether it changed.
///
/// Contents are compared by digest: times and sizes of files may stay the same while their contents change. The clock is
/// asked here too, so that a document whose warnings depend on the time is read again once they may be different.
package final class MaterialJournal {
    /// The contents, in the order in which they were looked for; the time last.
    var entries: [MaterialEntry] {
        passed == nil && pending == nil ? found : found + [.time(passed: passed, pending: pending)]
    }

    private var found: [MaterialEntry] = []
    private var passed: Instant?
    private var pending: Instant?
    private let digest: ([UInt8]) -> Fingerprint
    private let now: Instant

    /// Starts empty.
    ///
    /// - Parameters:
    ///   - digest: the SHA-256 digest of bytes.
    ///   - now: the time of reading.
    package init(digest: @escaping ([UInt8]) -> Fingerprint, now: Instant) {
        self.digest = digest
        self.now = now
    }

    /// Whether an instant lies before the time of reading.
    func hasPassed(_ instant: Instant) -> Bool {
        guard instant < now else {
            pending = pending.map { min($0, instant) } ?? instant
            return false
        }
        passed = passed.map { max($0, instant) } ?? instant
        return true
    }

    /// The kind of what is under a path.
    func kind(of path: String) throws(LocalFiles.Failure) -> LocalFiles.Kind {
        let kind = try LocalFiles.kind(of: path)
        found.append(.kind(path: path, kind))
        return kind
    }

    /// The files of a directory that have certain extensions.
    func paths(in directory: String, extensions: [String]) throws(LocalFiles.Failure) -> [String] {
        let paths = try MaterialFiles.paths(in: directory, extensions: extensions)
        found.append(.directory(path: directory, extensions: extensions, paths: paths))
        return paths
    }

    /// The bytes of a file.
    func bytes(of path: String) throws(LocalFiles.Failure) -> [UInt8] {
        do {
            let bytes = try LocalFiles.bytes(of: path, maximum: MaterialFiles.maximumBytes)
            found.append(.file(path: path, digest(bytes)))
            return bytes
        } catch {
            found.append(.unreadable(path: path, reason: error.reason))
            throw error
        }
    }
}

/// Compares what was found before with what is found now; one for each load, so that a file that many documents name is
/// read once.
final class MaterialComparison {
    private let digest: ([UInt8]) -> Fingerprint
    private let now: Instant
    private var known: [String: MaterialEntry] = [:]

    /// Takes the SHA-256 digest of bytes, and the time of the load.
    init(digest: @escaping ([UInt8]) -> Fingerprint, now: Instant) {
        self.digest = digest
        self.now = now
    }

    /// Whether everything would be found as it was.
    func areUnchanged(_ entries: [MaterialEntry]) -> Bool {
        entries.allSatisfy(isUnchanged)
    }

    private func isUnchanged(_ entry: MaterialEntry) -> Bool {
        switch entry {
        case .kind(let path, let kind): (try? LocalFiles.kind(of: path)) == kind
        case .directory(let path, let extensions, let paths):
            (try? MaterialFiles.paths(in: path, extensions: extensions)) == paths
        case .file(let path, _), .unreadable(let path, _): entry == present(path)
        case .time(let passed, let pending): (passed.map { $0 < now } ?? true) && (pending.map { $0 >= now } ?? true)
        }
    }

    private func present(_ path: String) -> MaterialEntry {
        if let known = known[path] { return known }
        let journal = MaterialJournal(digest: digest, now: now)
        _ = try? journal.bytes(of: path)
        let entry = journal.entries.first ?? .unreadable(path: path, reason: "")
        known[path] = entry
        return entry
    }
}
