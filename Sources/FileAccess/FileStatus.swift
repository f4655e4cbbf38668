import Glibc

/// What the system says of a file.
struct FileStatus {
    let kind: LocalFiles.Kind
    /// Bytes; nothing that can be relied on where it is no regular file.
    let size: Int

    /// Asks by path, symbolic links followed; nil and `errno` where it cannot be told.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Asks for what is open; nil and `errno` where it cannot be told.
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

    /// Whether a path names a symbolic link itself.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
