import Foundation
import Glibc
import Testing
import TrustTestSupport

/// Users of a Unix socket; the numbers stand for users and groups that need not exist.
@Suite(.enabled(if: OtherUser.arePossible, "requires root, to act as other users, and a program that they can run"))
struct `A Unix socket of the daemon` {
    private let files: ChainFiles
    private let path: String
    private let owner = OtherUser(user: 54001, group: 54000)
    private let member = OtherUser(user: 54002, group: 54000)
    private let stranger = OtherUser(user: 54003, group: 54003)

    init() throws {
        files = try ChainFiles()
        try files.directory.makeDirectory("run")
        #expect(unsafe chmod(files.directory.path, 0o755) == 0)
        #expect(unsafe chown(files.directory.path + "/run", 54001, 54001) == 0)
        path = files.directory.path + "/run/anchord.sock"
    }

    private func daemon(_ arguments: [String], as user: OtherUser? = nil) throws -> AnchordDaemon {
        try AnchordDaemon(
            ["--listen", "unix:\(path)", "--system-anchors", files.root] + arguments,
            wrapper: user.map { "exec \($0.command.joined(separator: " ")) \"$@\"" }
        )
    }

    /// Runs a daemon that is expected not to start.
    private func serve(_ arguments: [String] = [], as user: OtherUser) throws -> (status: Int32, output: String) {
        let listen = ["--listen", "unix:\(path)", "--system-anchors", files.root]
        return try user.run([AnchordProgram.location.path, "serve"] + listen + arguments)
    }

    private func status() -> (mode: mode_t, group: gid_t) {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? (status.st_mode & 0o7777, status.st_gid) : (0, 0)
    }

    @Test func `has the configured group, whose members can connect, unlike others`() throws {
        let daemon = try daemon(["--unix-socket-group", "54000"])
        #expect(status() == (0o660, 54000))
        #expect(try member.request("GET", "/livez", at: path) == (200, "ok"))
        #expect(try stranger.request("GET", "/livez", at: path) == (0, ""))
        withExtendedLifetime(daemon) {}
    }

    @Test func `has the group of the daemon by default`() throws {
        let daemon = try daemon([], as: owner)
        #expect(status() == (0o660, 54000))
        #expect(try member.request("GET", "/livez", at: path).status == 200)
        withExtendedLifetime(daemon) {}
    }

    @Test func `cannot have a group to which the daemon does not belong`() throws {
        let result = try serve(["--unix-socket-group", "54003"], as: owner)
        #expect(result.status == 2)
        #expect(result.output.contains("\(path): the process may not assign the group 54003: it is neither a member"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// Mode 0 is that of a file between bind(2) and listen(2).
    @Test(arguments: ["0060", "0000"]) func `is replaced after a crash although its owner may not connect`(
        mode: String
    ) throws {
        let crashed = try daemon(["--unix-socket-mode", "0060"], as: owner)
        crashed.signal(SIGKILL)
        _ = crashed.end()
        #expect(unsafe chmod(path, mode_t(mode, radix: 8) ?? 0o777) == 0)
        let daemon = try daemon([], as: owner)
        #expect(try owner.request("GET", "/livez", at: path).status == 200)
        withExtendedLifetime(daemon) {}
    }

    @Test func `is kept, with its mode, while a server listens to which its owner may not connect`() throws {
        let daemon = try daemon(["--unix-socket-mode", "0060"], as: owner)
        let result = try serve(as: owner)
        #expect(result.status == 1)
        #expect(result.output.contains("\(path): another server is listening on it"))
        #expect(status().mode == 0o060)
        #expect(try member.request("GET", "/livez", at: path).status == 200)
        withExtendedLifetime(daemon) {}
    }

    @Test func `of another user is kept if the daemon may not connect`() throws {
        _ = TestSocket.listening(at: path)
        #expect(unsafe chmod(path, 0o600) == 0)
        let result = try serve(as: owner)
        #expect(result.status == 1)
        #expect(result.output.contains("\(path): cannot determine whether a server is listening: permission denied"))
        #expect(status().mode == 0o600)
    }

    @Test func `lets root and the user of the daemon reload, and no other user`() throws {
        let daemon = try daemon(["--unix-socket-mode", "0666"], as: owner)
        #expect(try owner.request("POST", "/v1/reload", at: path).status == 200)
        _ = try daemon.entry("policies reloaded")
        for other in [member, stranger] {
            let answer = try other.request("POST", "/v1/reload", at: path)
            #expect(answer.status == 403)
            #expect(answer.body.contains(#""code":"forbidden""#) && answer.body.contains("user ID \(other.user)"))
            let command = try other.run([AnchordProgram.location.path, "reload", "--socket", path])
            #expect(command.status == 1)
            #expect(command.output.hasPrefix("problem forbidden (403): "))
        }
        #expect(try AnchordProgram.run(["reload", "--socket", path]).status == 0)
        #expect(try daemon.entry("policies reloaded")["trigger"] as? String == "request from user ID 0 (root)")
        daemon.signal(SIGTERM)
        _ = try daemon.entry("stopped")
        #expect(daemon.lines.count { $0.contains("policies reloaded") } == 2)
    }
}
