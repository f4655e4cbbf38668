import CMicrohttpdShims
import Glibc

/// The reasons why a server could not listen on some of its addresses, found without binding any of their ports.
///
/// A running server with the same addresses, or systemd, may hold them, so that neither an address in use nor the socket of
/// another server is a reason. Inherited sockets exist only in the process that receives them, and are not checked.
package struct ListenCheck {
    /// The reasons, each as the error with which the server would not start, in the order of the addresses.
    package private(set) var problems: [ServerError] = []

    private let access = ProcessAccess()

    /// Checks the addresses of a server, and whether the process may assign the group of its socket files.
    package init(_ addresses: [ListenAddress], unixSocketGroup: UInt32? = nil) {
        var seen: [Place] = []
        for address in addresses {
            guard let place = Place(address) else { continue }
            if let other = seen.first(where: place.conflicts) {
                add(.addressInUse, at: address, because: "the address conflicts with \(other.address)")
                continue
            }
            let known = problems.count
            switch address {
            case .tcp(_, let port): checkNetwork(place, port)
            case .unix(let path): checkFile(path, address, group: unixSocketGroup)
            case .inherited: break
            }
            if problems.count == known { seen.append(place) }
        }
    }

    private mutating func add(_ code: ServerError.Code, at address: ListenAddress, because reason: String) {
        problems.append(ServerError(code: code, address: "\(address)", reason: reason))
    }

    private mutating func checkNetwork(_ place: Place, _ port: UInt16) {
        if let reason = place.socket?.obstacle { return add(.invalidAddress, at: place.address, because: reason) }
        if port != 0, port < access.firstUnprivilegedPort, !access.mayBindPrivilegedPorts {
            add(
                .permissionDenied,
                at: place.address,
                because: "the process may not listen on a port below \(access.firstUnprivilegedPort): "
                    + "it lacks the capability CAP_NET_BIND_SERVICE; choose another port, or let systemd open the socket"
            )
        }
    }

    private mutating func checkFile(_ path: String, _ address: ListenAddress, group: UInt32?) {
        let directory = Place.directory(of: path)
        if let reason = Self.obstacle(ofDirectory: directory) {
            return add(.invalidAddress, at: address, because: reason)
        }
        var status = stat()
        let exists = unsafe lstat(path, &status) == 0
        // systemd creates its sockets as root, and passes them to the daemon.
        if exists, status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == 0, geteuid() != 0 { return }
        guard unsafe faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) == 0 else {
            let reason = "the process may not create a socket in \(directory): \(ServerError.text(of: errno))"
            return add(.permissionDenied, at: address, because: reason)
        }
        if exists, let (code, reason) = Self.obstacle(ofFile: path, status) {
            return add(code, at: address, because: reason)
        }
        if let group, !access.mayAssign(group) {
            add(.groupNotPermitted, at: address, because: UnixSocketAccess.groupReason(group))
        }
    }

    /// Returns the reason why a directory cannot have a socket; nil if it exists.
    private static func obstacle(ofDirectory directory: String) -> String? {
        var status = stat()
        guard unsafe stat(directory, &status) == 0 else {
            let reason =
                errno == ENOENT
                ? "does not exist; create it, in a systemd unit with RuntimeDirectory="
                : "cannot be used: \(ServerError.text(of: errno))"
            return "the directory \(directory) of the socket \(reason)"
        }
        let isDirectory = status.st_mode & S_IFMT == S_IFDIR
        return isDirectory ? nil : "\(directory), where the socket is created, is not a directory"
    }

    /// Returns the reason why a socket cannot replace a file; nil if it may be able to.
    private static func obstacle(ofFile path: String, _ status: stat) -> (ServerError.Code, String)? {
        guard status.st_mode & S_IFMT == S_IFSOCK else { return (.addressInUse, UnixSocketFile.notASocket) }
        let mayConnect = unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
        return mayConnect || status.st_uid == geteuid() ? nil : (.permissionDenied, UnixSocketFile.unknownListener)
    }
}

extension ListenCheck {
    /// The part of the system that an address occupies: a port of an interface, or a file name in a directory.
    private struct Place {
        let address: ListenAddress
        /// The address of a network socket; nil for a Unix socket.
        private(set) var socket: SocketAddress?
        /// The part in which conflicting addresses agree: the family and the port, or the directory and the file name.
        private let common: String

        /// Nil for an inherited socket.
        init?(_ address: ListenAddress) {
            self.address = address
            switch address {
            case .tcp(let host, let port):
                guard let socket = SocketAddress(host: host, port: port) else { return nil }
                self.socket = socket
                // For port 0, the kernel chooses a free port.
                common = port == 0 ? "" : "\(socket.family) \(port)"
            case .unix(let path):
                var status = stat()
                let directory = Self.directory(of: path)
                let name = path.split(separator: "/").last ?? ""
                // Different paths can name the same directory.
                let isThere = unsafe stat(directory, &status) == 0
                common = (isThere ? "\(status.st_dev) \(status.st_ino) " : "\(directory) ") + name
            case .inherited: return nil
            }
        }

        func conflicts(with other: Place) -> Bool {
            guard !common.isEmpty, common == other.common else { return false }
            guard let socket, let second = other.socket else { return true }
            return socket.host == second.host || socket.isWildcard || second.isWildcard
        }

        static func directory(of path: String) -> String {
            let end = path.lastIndex(of: "/") ?? path.startIndex
            return end == path.startIndex ? "/" : String(path[..<end])
        }
    }
}

extension SocketAddress {
    /// Whether the address stands for all addresses of its family.
    fileprivate var isWildcard: Bool { host == "0.0.0.0" || host == "::" }

    /// The reason why no socket can be bound to the IP address on this machine; nil if none is known.
    ///
    /// Only the kernel knows all addresses that it accepts: secondary ones, those of address ranges, and with
    /// `ip_nonlocal_bind` or a proxy's routes those of other machines. The probe is bound to a free port that the kernel
    /// chooses, does not listen, and is closed at once.
    fileprivate var obstacle: String? {
        let probe = Glibc.socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { return "socket: \(ServerError.text(of: errno))" }
        defer { close(probe) }
        guard let host, let address = SocketAddress(host: host, port: 0) else { return nil }
        if family == AF_INET6, address.family == AF_INET {
            return "IPv6 sockets do not accept IPv4 connections; write the IPv4 address as \(host)"
        }
        let isBound = unsafe address.withPointer { unsafe bind(probe, $0, $1) } == 0
        return isBound || errno != EADDRNOTAVAIL ? nil : "no interface of this machine has the address"
    }
}

/// The rights of this process that listening requires.
private struct ProcessAccess {
    private static let changeOwner: UInt32 = 0
    private static let bindPrivilegedPorts: UInt32 = 10

    /// The first port that does not require a capability; 0 if unknown, so that no port is refused wrongly.
    let firstUnprivilegedPort = number(in: "/proc/sys/net/ipv4/ip_unprivileged_port_start") ?? 0
    let mayBindPrivilegedPorts = cmicrohttpdshims_has_capability(bindPrivilegedPorts) == 1

    /// Whether the process may assign the group to its own files.
    func mayAssign(_ group: UInt32) -> Bool {
        if group == getegid() || cmicrohttpdshims_has_capability(Self.changeOwner) == 1 { return true }
        var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
        let count = unsafe getgroups(Int32(groups.count), &groups)
        return groups.prefix(max(0, Int(count))).contains(group)
    }

    /// Reads a number of the kernel; nil if the file cannot be read, as under ProcSubset=pid of a systemd unit.
    private static func number(in file: String) -> Int? {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return Int(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0A }, as: UTF8.self))
    }
}
