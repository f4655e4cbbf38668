/// The files of a ``FileCache`` that another process may use, for commands that show or remove them.
///
/// It changes nothing by itself: it neither creates the directory, nor removes damaged, excess or temporary files, nor
/// changes the order of eviction.
package struct FileCacheListing: Sendable {
    /// One file.
    package struct File: Sendable {
        /// The name of the file in the directory.
        package let name: String
        /// The size of the file, in bytes.
        package let bytes: Int
        /// The entry; nil if the file is damaged.
        package let entry: FileCacheEntry?
    }

    /// The path of the directory.
    package let path: String
    private let digest: FileCacheEntry.Digest
    private let names: [String]

    /// Lists the names of the files.
    ///
    /// - Throws: ``LocalFiles/Failure`` if the directory cannot be read.
    package init(of path: String, digest: @escaping FileCacheEntry.Digest) throws(LocalFiles.Failure) {
        self.path = path
        self.digest = digest
        names = try LocalFiles.allNames(in: path).filter(FileCacheIndex.isName).sorted()
    }

    /// Whether there is a file or directory at a path.
    package static func isPresent(at path: String) -> Bool { FileStatus(of: path) != nil }

    /// Reads one file after the other, so that only one of them is in memory; files removed meanwhile are omitted.
    package func forEach<Failure: Error>(_ visit: (File) throws(Failure) -> Void) throws(Failure) {
        for name in names {
            let file = "\(path)/\(name)"
            guard let status = FileStatus(of: file), status.kind == .file else { continue }
            let bytes = try? LocalFiles.bytes(of: file, maximum: Int.max)
            // A file that cannot be read because it was just removed or replaced is not damaged.
            if bytes == nil, FileStatus(of: file) == nil { continue }
            let entry = bytes.flatMap { FileCacheEntry(decoding: $0, digest) }
            let isOwn = entry.map { FileCacheIndex.name(ofDigest: digest($0.key[...])) == name } ?? false
            try visit(File(name: name, bytes: status.size, entry: isOwn ? entry : nil))
        }
    }

    /// Removes a file of the directory.
    ///
    /// - Throws: ``LocalFiles/Failure`` if it exists and may not be removed.
    package func remove(_ file: File) throws(LocalFiles.Failure) {
        let path = "\(path)/\(file.name)"
        LocalFiles.remove(path)
        if FileStatus(of: path) != nil { throw LocalFiles.Failure(reason: "cannot be removed: permission denied") }
    }
}
