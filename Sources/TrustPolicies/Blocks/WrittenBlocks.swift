package import FileAccess
import StructuredDocuments
import TrustModel

/// The directory of the blocks that clients write, with one file.
///
/// The daemon creates the directory together with an empty list. A list that is missing later is an error, and never an
/// empty list.
package struct WrittenBlocks: Sendable {
    private static let file = "blocks.json"
    /// The remedy for a list that cannot be read.
    static let hint = ": restore it, or remove its directory if no client has ever written a block"

    private let directory: String
    let sha256: @Sendable ([UInt8]) -> Fingerprint

    init(directory: String, sha256: @escaping @Sendable ([UInt8]) -> Fingerprint) {
        self.directory = directory
        self.sha256 = sha256
    }

    /// The path of the list.
    var path: String { "\(directory)/\(Self.file)" }

    /// Creates a directory with an empty list, unless it exists, and locks it.
    ///
    /// The list has its name before the directory has: after a crash, both exist, or neither does.
    ///
    /// - Throws: A failure if it cannot be created, if others could change it, or if another process uses it.
    package static func prepare(_ directory: String) throws(LocalFiles.Failure) -> DirectoryLock {
        try LocalFiles.checkPrivateDirectory(directory)
        if (try? LocalFiles.kind(of: directory)) == nil { try create(directory) }
        try LocalFiles.createPrivateDirectory(directory)
        let lock = try DirectoryLock(directory)
        try LocalFiles.removeInterruptedWrites(in: directory)
        return lock
    }

    private static func create(_ directory: String) throws(LocalFiles.Failure) {
        var final = directory
        while final.utf8.count > 1, final.hasSuffix("/") { final.removeLast() }
        let draft = LocalFiles.directory(of: final) + "/.anchord-blocks"
        // An earlier daemon may have been killed. Nothing is removed through a symbolic link.
        LocalFiles.removeDirectory(draft)
        try LocalFiles.createDirectory(draft, files: [LocalFiles.Member(path: file, bytes: Array("[]\n".utf8))])
        try LocalFiles.synchronizeAll(in: draft)
        try LocalFiles.move(draft, to: final)
    }

    /// Returns whether the list is the one that was recorded when it was last read or written.
    func isUnchanged(since materials: [MaterialEntry]) throws(LocalFiles.Failure) -> Bool {
        let bytes = try LocalFiles.bytes(of: path, maximum: BlockListReader.maximumBytes)
        let present = MaterialEntry.file(path: path, sha256(bytes), maximum: BlockListReader.maximumBytes)
        return materials.contains(present)
    }

    /// Stores a list durably: after a crash, the file has the old list or the new one.
    func store(_ bytes: [UInt8]) throws(LocalFiles.Failure) -> MaterialEntry {
        try LocalFiles.replace(path, with: bytes)
        try LocalFiles.synchronize(directory)
        return .file(path: path, sha256(bytes), maximum: BlockListReader.maximumBytes)
    }
}
