import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord health` {
    private let files: ChainFiles
    private let socket: String

    init() throws {
        files = try ChainFiles()
        socket = files.directory.path + "/anchord.sock"
    }

    private func health() throws -> AnchordProgram.Result {
        try AnchordProgram.run(["health", "--socket", socket], environment: [:])
    }

    @Test func `succeeds while the daemon is ready, and needs no right`() throws {
        let daemon = try AnchordDaemon(
            ["--listen", "unix:\(socket)", "--system-anchors", files.root, "--root-may", ""]
        )
        let ready = try health()
        #expect(ready.status == 0 && ready.output == "ok\n" && ready.errors == "")
        daemon.signal(SIGTERM)
        #expect(daemon.end() == 0)
        let ended = try health()
        #expect(ended.status == 1 && ended.output == "")
        #expect(ended.errors == "anchord: \(socket): no daemon responds: the socket does not exist\n")
    }
}
