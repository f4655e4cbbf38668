import Glibc

/// The file of a bound Unix socket, identified by device and inode.
struct UnixSocketFile {
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
    /// - Throws: ``ServerError`` with code `addressInUse` if a server is listening, or if the file is not a socket.
    static func removeStale(
        at bound: SocketAddress,
        path: String,
        for address: ListenAddress
    ) throws(ServerError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ServerError(code: .addressInUse, address: "\(address)", reason: "the path exists and is not a socket")
        }
        guard isStale(bound) else {
            throw ServerError(code: .addressInUse, address: "\(address)", reason: "another server is listening on it")
        }
        unsafe unlink(path)
    }

    private static func isStale(_ bound: SocketAddress) -> Bool {
        let probe = Descriptor.openStreamSocket(AF_UNIX)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        // A server with a full backlog causes EAGAIN; only ECONNREFUSED means that no server is listening.
        return unsafe bound.withPointer { unsafe connect(probe, $0, $1) } != 0 && errno == ECONNREFUSED
    }
}
