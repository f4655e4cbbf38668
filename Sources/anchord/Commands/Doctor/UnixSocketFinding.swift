import Glibc

/// A look at a Unix socket with the rights of this user.
enum UnixSocketFinding {
    private static let timeout = Duration.seconds(5)

    static func finding(_ path: String) -> DoctorFinding {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                return SocketsCheck.failure(
                    "\(path) is not a socket",
                    fix: "remove or rename the file, and restart the daemon"
                )
            }
            if unsafe access(path, W_OK) != 0 { return SocketsCheck.failure(message(path, status), fix: fix(status)) }
        }
        do throws(DaemonRequest.Failure) {
            return SocketsCheck.answer(try DaemonRequest("GET", "/").send(to: .unix(path), within: timeout), at: path)
        } catch {
            return SocketsCheck.failure(error, at: path)
        }
    }

    private static func message(_ path: String, _ status: stat) -> String {
        let mode = String(status.st_mode & 0o777, radix: 8)
        let group = group(status.st_gid)
        return
            "\(path): the user \(user) may not connect: the mode is \(mode), the group \(group.name), and the user is not a "
            + "member in this session"
    }

    private static func fix(_ status: stat) -> String {
        let group = group(status.st_gid)
        if group.members.contains(user) { return "log in again: the user \(user) was added to the group \(group.name)" }
        guard status.st_mode & S_IWGRP != 0 else { return "set `unixSocketMode` to 0660, and `unixSocketGroup`" }
        return "run `usermod --append --groups \(group.name) \(user)` as root, and log in again"
    }

    /// The name of the effective user, or its number.
    private static var user: String {
        let id = geteuid()
        return unsafe getpwuid(id).map { unsafe String(cString: $0.pointee.pw_name) } ?? "\(id)"
    }

    private static func group(_ id: gid_t) -> (name: String, members: [String]) {
        guard let entry = unsafe getgrgid(id) else { return ("\(id)", []) }
        var members: [String] = []
        var next = unsafe entry.pointee.gr_mem
        while let member = unsafe next?.pointee {
            members.append(unsafe String(cString: member))
            unsafe next = unsafe next?.successor()
        }
        return (unsafe String(cString: entry.pointee.gr_name), members)
    }
}
