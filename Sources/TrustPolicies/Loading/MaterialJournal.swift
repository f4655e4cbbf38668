import FileAccess
package import TrustModel

/// An input recorded while a document or the system trust store was read.
enum MaterialEntry: Sendable, Equatable {
    case kind(path: String, LocalFiles.Kind)
    /// The files of a directory with certain extensions, in the order of their names.
    case directory(path: String, extensions: [String], paths: [String])
    /// The digest of a file's bytes, and the maximum number of bytes.
    case file(path: String, Fingerprint, maximum: Int)
    case unreadable(path: String, reason: String, maximum: Int)
    /// The latest passed and the earliest pending of the instants that were compared with the time of reading.
    case time(passed: Instant?, pending: Instant?)
}

/// Reads the files that a document names and records them, so that a later load can detect changes.
///
/// Contents are compared by digest, since a changed file can keep its size and times. Comparisons with the
/// clock are recorded too, so that a document is read again when its warnings may change.
package final class MaterialJournal {
    /// The recorded inputs in the order of reading, with the time as the last one.
    var entries: [MaterialEntry] {
        passed == nil && pending == nil ? found : found + [.time(passed: passed, pending: pending)]
    }

    private var found: [MaterialEntry] = []
    private var passed: Instant?
    private var pending: Instant?
    private let digest: ([UInt8]) -> Fingerprint
    private let now: Instant

    /// Creates an empty journal with a SHA-256 function and the time of reading.
    package init(digest: @escaping ([UInt8]) -> Fingerprint, now: Instant) {
        self.digest = digest
        self.now = now
    }

    /// Returns whether an instant is before the time of reading.
    func hasPassed(_ instant: Instant) -> Bool {
        guard instant < now else {
            pending = pending.map { min($0, instant) } ?? instant
            return false
        }
        passed = passed.map { max($0, instant) } ?? instant
        return true
    }

    func kind(of path: String) throws(LocalFiles.Failure) -> LocalFiles.Kind {
        let kind = try LocalFiles.kind(of: path)
        found.append(.kind(path: path, kind))
        return kind
    }

    func paths(in directory: String, extensions: [String]) throws(LocalFiles.Failure) -> [String] {
        let paths = try MaterialFiles.paths(in: directory, extensions: extensions)
        found.append(.directory(path: directory, extensions: extensions, paths: paths))
        return paths
    }

    func bytes(
        of path: String,
        maximum: Int = MaterialFiles.maximumBytes
    ) throws(LocalFiles.Failure) -> [UInt8] {
        do {
            let bytes = try LocalFiles.bytes(of: path, maximum: maximum)
            found.append(.file(path: path, digest(bytes), maximum: maximum))
            return bytes
        } catch {
            found.append(.unreadable(path: path, reason: error.reason, maximum: maximum))
            throw error
        }
    }
}

/// Compares recorded inputs with the present files and time.
///
/// Create one instance per load, so that a file named by many documents is read once.
final class MaterialComparison {
    private let digest: ([UInt8]) -> Fingerprint
    private let now: Instant
    private var known: [File: MaterialEntry] = [:]

    private struct File: Hashable {
        let path: String
        let maximum: Int
    }

    init(digest: @escaping ([UInt8]) -> Fingerprint, now: Instant) {
        self.digest = digest
        self.now = now
    }

    func areUnchanged(_ entries: [MaterialEntry]) -> Bool {
        entries.allSatisfy(isUnchanged)
    }

    private func isUnchanged(_ entry: MaterialEntry) -> Bool {
        switch entry {
        case .kind(let path, let kind): (try? LocalFiles.kind(of: path)) == kind
        case .directory(let path, let extensions, let paths):
            (try? MaterialFiles.paths(in: path, extensions: extensions)) == paths
        case .file(let path, _, let maximum), .unreadable(let path, _, let maximum):
            entry == present(path, maximum: maximum)
        case .time(let passed, let pending): (passed.map { $0 < now } ?? true) && (pending.map { $0 >= now } ?? true)
        }
    }

    private func present(_ path: String, maximum: Int) -> MaterialEntry {
        let file = File(path: path, maximum: maximum)
        if let known = known[file] { return known }
        let journal = MaterialJournal(digest: digest, now: now)
        _ = try? journal.bytes(of: path, maximum: maximum)
        let entry = journal.entries.first ?? .unreadable(path: path, reason: "", maximum: maximum)
        known[file] = entry
        return entry
    }
}
