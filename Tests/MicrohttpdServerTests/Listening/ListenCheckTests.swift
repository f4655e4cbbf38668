import Glibc
import Testing

@testable import MicrohttpdServer

@Suite struct `The check of addresses` {
    private let directory = "/tmp/anchord-check-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"

    private func problems(_ texts: [String], group: UInt32? = nil) throws -> [String] {
        ListenCheck(try texts.map { try ListenAddress($0) }, unixSocketGroup: group).problems.map(\.description)
    }

    @Test(arguments: [
        (["127.0.0.1:8778", "localhost:8778"], "localhost:8778: the address conflicts with 127.0.0.1:8778"),
        (["0.0.0.0:8778", "127.0.0.1:8778"], "127.0.0.1:8778: the address conflicts with 0.0.0.0:8778"),
        (["[::1]:8778", "[::]:8778"], "[::]:8778: the address conflicts with [::1]:8778"),
        (["[::1]:8778", "[0:0::1]:8778"], "[0:0::1]:8778: the address conflicts with [::1]:8778"),
        (
            ["unix:/tmp/a.sock", "unix:/tmp//./a.sock"],
            "unix:/tmp//./a.sock: the address conflicts with unix:/tmp/a.sock"
        ),
        (["192.0.2.1:8778"], "192.0.2.1:8778: no interface of this machine has the address"),
        (["[2001:db8::1]:8778"], "[2001:db8::1]:8778: no interface of this machine has the address"),
        (
            ["[::ffff:127.0.0.1]:8778"],
            "[::ffff:127.0.0.1]:8778: IPv6 sockets do not accept IPv4 connections; write the IPv4 address as 127.0.0.1"
        ),
        (
            ["unix:/nonexistent/a.sock"],
            "unix:/nonexistent/a.sock: the directory /nonexistent of the socket does not exist; create it, in a systemd unit "
                + "with RuntimeDirectory="
        ),
        (
            ["unix:/dev/null/a.sock"],
            "unix:/dev/null/a.sock: /dev/null, where the socket is created, is not a directory"
        ),
        (
            ["unix:/dev/null/a/b.sock"],
            "unix:/dev/null/a/b.sock: the directory /dev/null/a of the socket cannot be used: Not a directory"
        ),
        (["unix:/dev/null"], "unix:/dev/null: the path exists and is not a socket"),
    ])
    func `finds addresses on which no server can listen`(texts: [String], expected: String) throws {
        #expect(try problems(texts) == [expected])
        // A server with these addresses does not start, except that the first ones may be in use.
        #expect(throws: ServerError.self) { try TestServer(listeners: texts.map { try ListenAddress($0) }) }
    }

    @Test(arguments: [
        ["127.0.0.1:8778", "127.0.0.2:8778", "[::1]:8778"], ["0.0.0.0:8778", "[::]:8778"],
        ["127.0.0.1:8778", "127.0.0.1:8779"], ["127.255.255.255:8778"], ["224.0.0.1:8778"], ["255.255.255.255:8778"],
        ["127.0.0.1:0", "127.0.0.1:0"], ["fd:3", "fd:3", "fd:900"], ["unix:/tmp/a.sock", "unix:/tmp/b.sock"],
    ])
    func `finds nothing wrong with addresses that do not conflict, or that another process passes`(
        texts: [String]
    ) throws {
        #expect(try problems(texts) == [])
    }

    @Test func `neither listens on addresses nor changes files, and ignores a running server`() throws {
        unsafe mkdir(directory, 0o700)
        defer { unsafe rmdir(directory) }
        let path = directory + "/a.sock"
        #expect(try problems(["unix:\(path)"]) == [])
        #expect(unsafe access(path, F_OK) != 0)
        let server = try TestServer(listeners: [.unix(path: path), .tcp(host: "127.0.0.1", port: 0)])
        #expect(try problems(server.addresses.map(\.description)) == [])
        _ = server.server.drain(deadline: .zero)
    }
}
