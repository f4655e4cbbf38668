import Glibc

/// The kind, size, permissions and version of a file, as stat(2) reports them.
struct FileStatus: Equatable {
    let kind: LocalFiles.Kind
    /// The size in bytes; meaningful only for a regular file.
    let size: Int
    let permissions: FilePermissions
    /// The time of the last change of the contents, in nanoseconds since 1970.
    let modification: Int
    /// The device, the inode, and the times of the last changes in seconds and nanoseconds.
    private let version: [Int]

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
        permissions = FilePermissions(owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o7777)
        modification = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
        version = [
            Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
        ]
    }

    /// Returns a predicate if users other than the owner and the reader can access the file; nil if they cannot.
    func complaint(of reader: FileReader) -> String? { permissions.complaint(of: reader) }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
