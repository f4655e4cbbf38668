import Foundation
import Testing

@Suite struct `anchord serve and its console` {
    private func page(_ daemon: AnchordDaemon, _ method: String = "GET", at path: String = "/") throws -> String {
        let connection = try TestConnection(try #require(daemon.addresses.first))
        connection.send(
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
        )
        return connection.rest()
    }

    /// The addresses, and the console if the key is not set.
    @Test(arguments: [
        (["127.0.0.1:0"], true), (["127.0.0.1:0", "127.0.0.2:0"], true), (["127.0.0.1:0", "0.0.0.0:0"], false),
    ])
    func `is on unless other machines reach an address`(listen: [String], isOn: Bool) throws {
        let daemon = try AnchordDaemon(listen.flatMap { ["--listen", $0] })
        #expect(try page(daemon).contains("Content-Type: text/html") == isOn)
        #expect(try page(daemon, at: "/console/main.js").hasPrefix("HTTP/1.1 \(isOn ? 200 : 404) "))
    }

    @Test func `is on or off as its key says`() throws {
        let off = try AnchordDaemon(["--listen", "127.0.0.1:0", "--console", "false"])
        #expect(try page(off).contains("\r\n\r\nanchord "))
        let on = try AnchordDaemon(["--listen", "0.0.0.0:0", "--console", "true"])
        #expect(try page(on).contains("Content-Type: text/html"))
        let head = try page(on, "HEAD")
        #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n"))
    }

    @Test func `is on if systemd passes a loopback address`() throws {
        let socket = TestSocket.listening()
        let daemon = try AnchordDaemon(
            [],
            input: FileHandle(fileDescriptor: socket.descriptor),
            wrapper: #"exec 3<&0 0</dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@""#
        )
        #expect(try page(daemon).contains("Content-Type: text/html"))
    }

    @Test func `has the bytes of its files in gzip`() throws {
        let daemon = try AnchordDaemon(["--listen", "127.0.0.1:0"])
        let address = try #require(daemon.addresses.first)
        let folder = Repository.path("Sources/WebConsole/Web")
        for name in ["main.js", "console.css"] {
            let compared = try ShellCommand.run(
                "curl -q --silent --noproxy '*' -H 'Accept-Encoding: gzip' http://\(address)/console/\(name) | gzip -d | cmp - \(name)",
                in: folder
            )
            #expect(compared.status == 0, "\(compared.text)")
        }
    }
}
