import Glibc

/// A look at a Unix socket with the rights of this user.
enum UnixSocketFinding {
    private static let timeout = Duration.seconds(5)

    static func finding(_ path: String) -> DoctorFinding {
        var status = stat()
        if unsafe stat(path, &status) != 0, errno == EACCES {
            let message = "\(path): the user \(user) may not enter the directory"
            return SocketsCheck.failure(message, fix: "let the user enter the directory, or move the socket")
        }
        if status.st_mode != 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                return SocketsCheck.failure(
                    "\(path) is not a socket",
                    fix: "remove or rename the file, and restart the daemon"
                )
            }
            if unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0 {
                return SocketsCheck.failure(message(path, status), fix: fix(status))
            }
        }
        do throws(DaemonRequest.Failure) {
            return SocketsCheck.answer(try DaemonRequest("GET", "/").send(to: .unix(path), within: timeout), at: path)
        } catch {
            return SocketsCheck.failure(error, at: path)
        }
    }

    private static func message(_ path: String, _ status: stat) -> String {
        let mode = String(status.st_mode & 0o777, radix: 8)
        return
            "\(path): the user \(user) may not connect: the mode is \(mode), and the group \(group(status.st_gid).name)"
    }

    private static func fix(_ status: stat) -> String {
        let group = group(status.st_gid)
        // These groups can also read secrets or change the system.
        let isForClients = status.st_gid != 0 && group.name != "anchord-daemon"
        guard isForClients, status.st_mode & S_IWGRP != 0 else {
            return
                "give the socket a group of its clients and the mode 0660: `SocketGroup=` and `SocketMode=` of the socket unit, or "
                + "`unixSocketGroup` and `unixSocketMode`"
        }
        if group.members.contains(user) { return "log in again: the user \(user) was added to the group \(group.name)" }
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
