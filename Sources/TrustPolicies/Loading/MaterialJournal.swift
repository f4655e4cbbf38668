import FileAccess
package import TrustModel

/// What was found under a path when a document, or the system's anchors, were read.
enum MaterialEntry: Sendable, Equatable {
    case kind(path: String, LocalFiles.Kind)
    /// The files of a directory that have certain extensions, in the order of their names.
    case directory(path: String, extensions: [String], paths: [String])
    /// A file and the digest of its bytes.
    case file(path: String, Fingerprint)
    /// A file that could not be read, and why.
    case unreadable(path: String, reason: String)
}

/// Reads the files that a document names, and notes what was found, so that a later load can tell whether it changed.
///
/// Contents are compared by digest: times and sizes of files may stay the same while their contents change.
package final class MaterialJournal {
    /// What was found, in the order in which it was looked for.
    private(set) var entries: [MaterialEntry] = []
    private let digest: ([UInt8]) -> Fingerprint

    /// Starts empty, with the SHA-256 digest of bytes.
    package init(digest: @escaping ([UInt8]) -> Fingerprint) {
        self.digest = digest
    }

    /// The kind of what is under a path.
    func kind(of path: String) throws(LocalFiles.Failure) -> LocalFiles.Kind {
        let kind = try LocalFiles.kind(of: path)
        entries.append(.kind(path: path, kind))
        return kind
    }

    /// The files of a directory that have certain extensions.
    func paths(in directory: String, extensions: [String]) throws(LocalFiles.Failure) -> [String] {
        let paths = try MaterialFiles.paths(in: directory, extensions: extensions)
        entries.append(.directory(path: directory, extensions: extensions, paths: paths))
        return paths
    }

    /// The bytes of a file.
    func bytes(of path: String) throws(LocalFiles.Failure) -> [UInt8] {
        do {
            let bytes = try LocalFiles.bytes(of: path, maximum: MaterialFiles.maximumBytes)
            entries.append(.file(path: path, digest(bytes)))
            return bytes
        } catch {
            entries.append(.unreadable(path: path, reason: error.reason))
            throw error
        }
    }
}

/// Compares what was found before with what is found now; one for each load, so that a file that many documents name is
/// read once.
final class MaterialComparison {
    private let digest: ([UInt8]) -> Fingerprint
    private var known: [String: MaterialEntry] = [:]

    /// Takes the SHA-256 digest of bytes.
    init(digest: @escaping ([UInt8]) -> Fingerprint) {
        self.digest = digest
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
        }
    }

    private func present(_ path: String) -> MaterialEntry {
        if let known = known[path] { return known }
        let journal = MaterialJournal(digest: digest)
        _ = try? journal.bytes(of: path)
        let entry = journal.entries.first ?? .unreadable(path: path, reason: "")
        known[path] = entry
        return entry
    }
}
