import Foundation
import Glibc
import Testing
import TrustTestSupport

/// The memory of the daemon and the fetcher while servers send as much as they can.
@Suite struct `Responses without end` {
    private let scene: EvidenceScene
    private let server: HostileServer

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    /// The limits on the peak memory of the daemon and the fetcher, in bytes.
    ///
    /// The daemon may hold 256 MiB of incomplete responses; these servers send two CRLs, which end at 64 MiB each. The
    /// fetcher holds no response. Sanitizers keep freed memory, and need more for each byte in use.
    private var limits: (daemon: Int, fetcher: Int) {
        let isSanitized = ProcessInfo.processInfo.environment.keys.contains { $0.hasSuffix("SAN_OPTIONS") }
        return isSanitized ? (1536 << 20, 512 << 20) : (400 << 20, 80 << 20)
    }

    /// Compresses this many MiB of zeros, to about a thousandth.
    private func bomb(mebibytes: Int) throws -> [UInt8] {
        let path = scene.directory.path
        let command = "head -c \(mebibytes)M /dev/zero | gzip -1 > bomb.gz"
        #expect(try ShellCommand.run(command, in: path).status == 0)
        return Array(try Data(contentsOf: URL(filePath: "\(path)/bomb.gz")))
    }

    @Test func `cost the daemon and the fetcher no more memory than the limits of evidence`() throws {
        let chunk = [UInt8](repeating: 0x30, count: 1 << 18)
        let bomb = try bomb(mebibytes: 256)
        let encoded = ["Content-Encoding: gzip", "Content-Type: application/pkix-crl"]
        server.serve([
            "endless": .endless(chunk),
            "announced": .endless(chunk, fields: ["Content-Length: 100000000000"]),
            "chunked": .stream(
                HostileServer.Behavior.head("200 OK", ["Transfer-Encoding: chunked"]),
                then: Array("40000\r\n".utf8) + chunk + Array("\r\n".utf8),
                pause: 0
            ),
            "bomb": .respond(bomb, fields: encoded),
            "bomb2": .respond(bomb, fields: ["Transfer-Encoding: gzip"]),
            "headers": .stream(Array("HTTP/1.1 200 OK\r\n".utf8), then: Array("X: ".utf8) + chunk, pause: 0),
        ])
        let daemon = try scene.daemon()
        let names = ["endless", "announced", "chunked", "bomb", "bomb2", "headers"]
        let pending = try names.flatMap { name in
            let (ocsp, crl) = (try scene.leaf(ocsp: [url(name)]), try scene.leaf(crl: [url(name)]))
            return [
                (name, try scene.send([ocsp], "ocsp-hard", to: daemon)),
                (name, try scene.send([crl], "crl-hard", to: daemon)),
            ]
        }
        for (name, answer) in pending {
            let verdict = try answer.verdict()
            #expect(verdict.codes("error") == ["revocation.unavailable"], "\(name): \(verdict)")
            // The encoded form is longer than an OCSP response may be. A slow machine does not read 64 MiB in time.
            let codes =
                name.hasPrefix("bomb")
                ? [["compressed"], ["tooLarge"]] : [["tooLarge"], ["timedOut"], ["badResponse"]]
            #expect(codes.contains(verdict.attempts), "\(name): \(verdict)")
        }
        let fetcher = try #require(try FetcherState(of: daemon).processID)
        let (daemonPeak, fetcherPeak) = (daemon.peakMemory, FetcherState.peakMemory(of: fetcher))
        #expect((1..<limits.daemon).contains(daemonPeak), "\(daemonPeak >> 20) MiB")
        #expect((1..<limits.fetcher).contains(fetcherPeak), "\(fetcherPeak >> 20) MiB")
        scene.end(daemon)
    }
}
