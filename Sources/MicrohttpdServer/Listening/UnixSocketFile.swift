import Glibc

/// The file of a Unix socket: clears away what a dead server left, and removes only what is still its own.
struct UnixSocketFile {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Remembers which file was just bound at the path; nil when it is gone already.
    init?(path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Removes the file unless another server has put its own there meanwhile.
    func remove() {
        guard let now = UnixSocketFile(path: path), now.device == device, now.inode == inode else { return }
        unsafe unlink(path)
    }

    /// Removes a socket file that nobody answers on.
    ///
    /// - Throws: ``ServerError`` with code `addressInUse` when somebody does, or when the file is no socket.
    static func removeStale(
        at bound: SocketAddress,
        path: String,
        for address: ListenAddress
    ) throws(ServerError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ServerError(code: .addressInUse, address: "\(address)", reason: "a file that is no socket is there")
        }
        guard isStale(bound) else {
            throw ServerError(code: .addressInUse, address: "\(address)", reason: "another server answers there")
        }
        unsafe unlink(path)
    }

    private static func isStale(_ bound: SocketAddress) -> Bool {
        let probe = Descriptor.openStreamSocket(AF_UNIX)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        // A live server with a full backlog gives EAGAIN; only a refusal means that nobody listens.
        return unsafe bound.withPointer { unsafe connect(probe, $0, $1) } != 0 && errno == ECONNREFUSED
    }
}
