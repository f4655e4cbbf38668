import Glibc

/// The kind and size of a file, as stat(2) reports them.
struct FileStatus {
    let kind: LocalFiles.Kind
    /// The size in bytes; meaningful only for a regular file.
    let size: Int

    /// Reads the status of a path, following symbolic links; on failure, returns nil and sets `errno`.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Reads the status of an open file; on failure, returns nil and sets `errno`.
    init?(of descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            default: .special
            }
        size = Int(status.st_size)
    }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
