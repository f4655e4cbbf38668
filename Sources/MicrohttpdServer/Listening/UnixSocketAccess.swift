import Glibc

/// The group and the permission bits of a Unix socket file, which decide who may connect.
///
/// Symbolic links are not followed. The directory must not be writable by other users, who could replace the file.
struct UnixSocketAccess {
    let mode: UInt16
    /// The group ID; nil to keep the group of the new file.
    let group: UInt32?

    /// Makes the file of a socket that is not bound yet inaccessible.
    ///
    /// Linux creates the file with the mode of the socket, so no umask is needed; a umask would affect all threads.
    static func denyAll(_ descriptor: Int32, for address: ListenAddress) throws(ServerError) {
        guard fchmod(descriptor, 0) == 0 else { throw ServerError("fchmod", errno: errno, address: "\(address)") }
    }

    /// Sets the group of a bound socket's file, then its mode.
    ///
    /// - Throws: ``ServerError``, with code `groupNotPermitted` if the process may not assign the group.
    func apply(to path: String, for address: ListenAddress) throws(ServerError) {
        if let group, unsafe fchownat(AT_FDCWD, path, uid_t.max, group, AT_SYMLINK_NOFOLLOW) != 0 {
            throw Self.failure(errno, group: group, address)
        }
        guard unsafe fchmodat(AT_FDCWD, path, mode_t(mode), AT_SYMLINK_NOFOLLOW) == 0 else {
            throw ServerError("chmod", errno: errno, address: "\(address)")
        }
    }

    private static func failure(_ number: Int32, group: UInt32, _ address: ListenAddress) -> ServerError {
        guard number == EPERM else { return ServerError("chown", errno: number, address: "\(address)") }
        return ServerError(code: .groupNotPermitted, address: "\(address)", reason: groupReason(group))
    }

    /// The reason for which the process may not assign a group to its socket files.
    static func groupReason(_ group: UInt32) -> String {
        "the process may not assign the group \(group): it is neither a member of the group "
            + "(SupplementaryGroups= in a systemd unit) nor privileged (CAP_CHOWN)"
    }
}
