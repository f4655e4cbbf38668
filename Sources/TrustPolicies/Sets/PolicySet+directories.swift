import FileAccess
package import TrustModel

/// A directory that a policy set names, in which files were skipped because of their extension.
package struct SkippedFiles: Sendable, Equatable {
    /// The path of the directory.
    package let directory: String
    /// The names of the skipped files, sorted.
    package let names: [String]
    /// The number of files that were read.
    package let readCount: Int
    /// The extensions of the files that are read.
    package let extensions: [String]
}

extension PolicySet {
    /// Returns the digests of the files that the document names, by their paths relative to the directory of the document.
    package func fileDigests(relativeTo directory: String) -> [String: Fingerprint] {
        materials.fileDigests(relativeTo: directory)
    }

    /// The directories of the set with skipped files now, each once; hidden files and folders are not mentioned.
    package var skippedFiles: [SkippedFiles] {
        var known: Set<String> = []
        return materials.compactMap { entry in
            guard case .directory(let path, let extensions, let paths) = entry,
                known.insert("\(path) \(extensions)").inserted, let names = try? LocalFiles.names(in: path)
            else { return nil }
            let read = Set(paths)
            let skipped = names.filter { name in
                let file = LocalFiles.path(name, from: path)
                return !read.contains(file) && (try? LocalFiles.kind(of: file)) == .file
            }
            guard !skipped.isEmpty else { return nil }
            return SkippedFiles(directory: path, names: skipped, readCount: paths.count, extensions: extensions)
        }
    }
}

extension [MaterialEntry] {
    /// Returns the digests of the files, by their paths relative to a directory.
    func fileDigests(relativeTo directory: String) -> [String: Fingerprint] {
        let prefix = LocalFiles.path("", from: directory)
        let files = compactMap { entry -> (String, Fingerprint)? in
            guard case .file(let path, let digest, _) = entry else { return nil }
            return (path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path, digest)
        }
        return Dictionary(files) { first, _ in first }
    }
}
