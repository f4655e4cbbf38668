import Foundation
import Testing
import TrustTestSupport

/// Silent servers that occupy all connections of the fetcher.
@Suite struct `A full fetcher` {
    private let scene: EvidenceScene
    private let server: HostileServer

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    @Test func `never makes a soft fail allow a revoked certificate of another client`() throws {
        let silent = try ["a", "b"].map { try scene.leaf(ocsp: [url($0)]) }
        let revoked = try scene.leaf(ocsp: [url("revoked")])
        let gone = TestOCSPCertificateStatus.revoked(at: EvidenceScene.now(-7200), reason: .keyCompromise)
        server.serve([
            "a": .wait, "b": .wait, "revoked": .respond(try scene.response(for: revoked, gone)),
        ])
        let daemon = try scene.daemon(arguments: ["--network-concurrent", "2", "--network-timeout", "15s"])
        let pending = try silent.map { try scene.send([$0], "ocsp-soft", to: daemon, deadline: "9s") }
        for _ in 0..<1000 where server.accepted < 2 { Thread.sleep(forTimeInterval: 0.01) }
        try #require(server.accepted == 2)
        let verdict = try scene.verdict([revoked], "ocsp-soft", of: daemon, deadline: "1500ms")
        #expect(verdict.members["code"] as? String == "tooManyWaitingRequests", "\(verdict.members)")
        // The servers were asked, so a soft fail allows their certificates.
        for occupant in pending { #expect(try occupant.verdict().isTrusted) }
        // The fetch that waited can end with its time, just before it would begin. A fetch that begins has its whole time.
        var later = try scene.verdict([revoked], "ocsp-soft", of: daemon)
        for _ in 0..<5 where later.members["code"] as? String == "tooManyWaitingRequests" {
            later = try scene.verdict([revoked], "ocsp-soft", of: daemon)
        }
        #expect(later.codes("error") == ["revocation.revoked"], "\(later.members)")
        scene.end(daemon)
    }
}
