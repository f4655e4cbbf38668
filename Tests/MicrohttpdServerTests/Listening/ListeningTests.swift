import Glibc
import Testing

@testable import MicrohttpdServer

@Suite struct `Listening` {
    private let get = "GET /peer HTTP/1.1\r\nHost: h\r\n\r\n"

    /// A unique path that is short enough for a Unix socket.
    private func temporaryPath() -> String {
        "/tmp/anchord-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).sock"
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    @Test func `a Unix socket has the configured mode, identifies its clients and is removed at the end`() throws {
        let path = temporaryPath()
        let server = try TestServer(listeners: [.unix(path: path)]) { $0.unixSocketMode = 0o600 }
        #expect(server.addresses == [.unix(path: path)])
        #expect(mode(path) == 0o600)
        let identity = "unix(uid: Optional(\(getuid())), groups: [\(getgid())"
        #expect(try server.client().exchange(get)?.body.hasPrefix(identity) == true)
        _ = server.server.drain(deadline: .zero)
        #expect(mode(path) == nil)
    }

    @Test func `the file of a Unix socket is inaccessible until its mode is set`() throws {
        let path = temporaryPath()
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        try UnixSocketAccess.denyAll(descriptor, for: .unix(path: path))
        let bound = try #require(SocketAddress(path: path))
        #expect(unsafe bound.withPointer { unsafe bind(descriptor, $0, $1) } == 0)
        defer { unsafe unlink(path) }
        #expect(mode(path) == 0)
        try UnixSocketAccess(mode: 0o640, group: getgid()).apply(to: path, for: .unix(path: path))
        #expect(mode(path) == 0o640)
    }

    @Test func `group and mode are not applied through a symbolic link`() throws {
        let (link, target) = (temporaryPath(), temporaryPath())
        unsafe close(open(target, O_CREAT | O_WRONLY, 0o600))
        defer { unsafe unlink(target) }
        #expect(unsafe symlink(target, link) == 0)
        defer { unsafe unlink(link) }
        #expect(throws: ServerError.self) {
            try UnixSocketAccess(mode: 0o666, group: getgid()).apply(to: link, for: .unix(path: link))
        }
        #expect(mode(target) == 0o600)
    }

    @Test(arguments: ["unix:/" + String(repeating: "a", count: 107), "unix:/a\0b"])
    func `a path that no Unix socket can have is not an address`(text: String) {
        let error = #expect(throws: ServerError.self) { _ = try ListenAddress(text) }
        #expect(error?.code == .invalidAddress)
    }

    @Test func `a stale socket file is replaced`() throws {
        let path = temporaryPath()
        var address = sockaddr_un(path: path)
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let bound = unsafe withUnsafeBytes(of: &address) {
            unsafe bind(dead, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        #expect(bound == 0)
        close(dead)
        let server = try TestServer(listeners: [.unix(path: path)])
        #expect(try server.client().exchange(get)?.status == 200)
    }

    @Test func `a socket file with a listening server is in use and is kept`() throws {
        let path = temporaryPath()
        let server = try TestServer(listeners: [.unix(path: path)])
        let error = #expect(throws: ServerError.self) { _ = try TestServer(listeners: [.unix(path: path)]) }
        #expect(error?.code == .addressInUse)
        #expect(try server.client().exchange(get)?.status == 200)
    }

    @Test func `a file that is not a socket is never removed`() throws {
        let path = temporaryPath()
        unsafe close(open(path, O_CREAT | O_WRONLY, 0o600))
        defer { unsafe unlink(path) }
        let error = #expect(throws: ServerError.self) { _ = try TestServer(listeners: [.unix(path: path)]) }
        #expect(error?.code == .addressInUse)
        #expect(mode(path) == 0o600)
    }

    @Test func `a TCP port in use is reported with its address and leaves no listener open`() throws {
        let server = try TestServer()
        let path = temporaryPath()
        let error = #expect(throws: ServerError.self) {
            _ = try TestServer(listeners: [.unix(path: path), server.addresses[0]])
        }
        #expect(error?.code == .addressInUse)
        #expect(error?.address == server.addresses[0].description)
        #expect(mode(path) == nil)
    }

    @Test func `an IPv6 listener serves IPv6`() throws {
        let server = try TestServer(listeners: [.tcp(host: "::1", port: 0)])
        #expect(try server.client().exchange(get)?.body == #"ip("::1")"#)
    }

    @Test func `one server accepts connections from several listeners`() throws {
        let path = temporaryPath()
        let server = try TestServer(listeners: [.tcp(host: "127.0.0.1", port: 0), .unix(path: path)])
        for address in server.addresses { #expect(try TestClient(address).exchange(get)?.status == 200) }
    }

    @Test func `an inherited descriptor must be a listening socket`() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let error = #expect(throws: ServerError.self) {
            _ = try TestServer(listeners: [.inherited(descriptor: descriptor)])
        }
        #expect(error?.code == .invalidAddress)
        #expect(listen(descriptor, 16) == 0)
        let server = try TestServer(listeners: [.inherited(descriptor: descriptor)])
        #expect(try server.client().exchange(get)?.body == #"ip("127.0.0.1")"#)
    }

    /// systemd has the same sockets, and can make them block for all processes that have them.
    @Test func `an inherited socket that blocks delays no other listener`() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #expect(listen(descriptor, 16) == 0)
        let server = try TestServer(listeners: [.inherited(descriptor: descriptor), .tcp(host: "127.0.0.1", port: 0)])
        let flags = fcntl(descriptor, F_GETFL)
        #expect(flags & O_NONBLOCK != 0)
        #expect(fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0)
        for address in server.addresses + server.addresses {
            #expect(try TestClient(address).exchange(get)?.status == 200)
        }
    }

    @Test(arguments: [
        ListenAddress.unix(path: "/nonexistent/x.sock"), .unix(path: "/" + String(repeating: "x", count: 107)),
        .tcp(host: "192.0.2.1", port: 0), .tcp(host: "example.com", port: 0), .inherited(descriptor: 9999),
    ])
    func `an address that is malformed or not local is invalid`(address: ListenAddress) {
        let error = #expect(throws: ServerError.self) { _ = try TestServer(listeners: [address]) }
        #expect(error?.code == .invalidAddress)
        #expect(error?.address == address.description)
    }

    @Test func `a server starts only once`() throws {
        let server = try TestServer()
        let error = #expect(throws: ServerError.self) { _ = try server.server.start() }
        #expect(error?.code == .alreadyStarted)
    }

    @Test(arguments: ["127.0.0.1:8778", "[::1]:8778", "localhost:0", "unix:/run/x.sock", "fd:3"])
    func `an address is parsed and formatted without changes`(text: String) throws {
        #expect(try ListenAddress(text).description == text)
    }

    @Test(arguments: [
        "", "8778", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "::1:8778", "[::1]", "example.com:80", "unix:x.sock",
        "unix:", "fd:", "fd:-1", "256.0.0.1:80", "[::1:80",
    ])
    func `a malformed address is reported with its text`(text: String) {
        let error = #expect(throws: ServerError.self) { try ListenAddress(text) }
        #expect(error?.code == .invalidAddress)
        #expect(error?.address == text)
    }

    @Test func `only loopback addresses and Unix sockets are loopback`() throws {
        let yes = try ["127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "localhost:1", "unix:/x"].map(ListenAddress.init)
        let no = try ["0.0.0.0:1", "[::]:1", "10.0.0.1:1", "[::ffff:10.0.0.1]:1", "fd:3"].map(ListenAddress.init)
        #expect(yes.map(\.isLoopback) == [true, true, true, true, true])
        #expect(no.map(\.isLoopback) == [false, false, false, false, false])
    }

    @Test func `sockets are inherited from systemd only if intended for this process (sd_listen_fds(3))`() {
        func inherited(_ environment: [String: String]) -> [ListenAddress] {
            ListenAddress.inheritedFromSystemd(environment: environment, processID: 42)
        }
        #expect(
            inherited(["LISTEN_PID": "42", "LISTEN_FDS": "2"]) == [
                .inherited(descriptor: 3), .inherited(descriptor: 4),
            ]
        )
        #expect(inherited(["LISTEN_PID": "43", "LISTEN_FDS": "2"]) == [])
        #expect(inherited(["LISTEN_FDS": "2"]) == [])
        #expect(inherited(["LISTEN_PID": "42", "LISTEN_FDS": "-1"]) == [])
        #expect(inherited(["LISTEN_PID": "42", "LISTEN_FDS": "2147483647"]) == [])
    }
}
