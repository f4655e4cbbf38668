import Glibc

/// The file of a bound Unix socket, identified by device and inode.
struct UnixSocketFile {
    /// The reasons for which a server does not replace an existing file.
    static let notASocket = "the path exists and is not a socket"
    static let unknownListener = "cannot determine whether a server is listening: permission denied"

    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Records the file that was just bound at the path; nil if it no longer exists.
    init?(path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Removes the file, unless another server has replaced it.
    func remove() {
        guard let now = UnixSocketFile(path: path), now.device == device, now.inode == inode else { return }
        unsafe unlink(path)
    }

    /// Removes a socket file on which no server is listening.
    ///
    /// The file of a process that crashed can lack the owner's permission to connect. The owner then changes its mode.
    ///
    /// - Throws: ``ServerError`` with code `addressInUse` if a server is listening, or if the file is not a socket, and
    ///   with code `permissionDenied` if the process may not connect and does not own the file.
    static func removeStale(
        at bound: SocketAddress,
        path: String,
        for address: ListenAddress
    ) throws(ServerError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ServerError(code: .addressInUse, address: "\(address)", reason: notASocket)
        }
        var error = connectionError(bound)
        if error == EACCES, status.st_uid == geteuid(), setMode(0o600, of: path) {
            error = connectionError(bound)
            if error != ECONNREFUSED { setMode(status.st_mode & 0o7777, of: path) }
        }
        switch error {
        case ECONNREFUSED: unsafe unlink(path)
        case EACCES:
            throw ServerError(
                code: .permissionDenied,
                address: "\(address)",
                reason: unknownListener
            )
        // A server with a full backlog causes EAGAIN; only ECONNREFUSED means that no server is listening.
        default:
            throw ServerError(code: .addressInUse, address: "\(address)", reason: "another server is listening on it")
        }
    }

    /// Connects to a socket and disconnects; returns the error number, or 0 on success.
    private static func connectionError(_ bound: SocketAddress) -> Int32 {
        let probe = Descriptor.openStreamSocket(AF_UNIX)
        guard probe >= 0 else { return errno }
        defer { close(probe) }
        return unsafe bound.withPointer { unsafe connect(probe, $0, $1) } == 0 ? 0 : errno
    }

    @discardableResult
    private static func setMode(_ mode: mode_t, of path: String) -> Bool {
        unsafe fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW) == 0
    }
}
