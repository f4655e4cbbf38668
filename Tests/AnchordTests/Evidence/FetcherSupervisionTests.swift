import Foundation
import Glibc
import Testing
import TrustTestSupport

/// A fetcher that is killed or stopped while many requests wait for evidence.
@Suite struct `The daemon without its fetcher` {
    private let scene: EvidenceScene
    private let server: HostileServer

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
    }

    private func leaf(_ name: String) throws -> TestCertificate {
        try scene.leaf(ocsp: ["http://127.0.0.1:\(server.port)/\(name)"])
    }

    /// Sends 50 requests that need evidence, harms the fetcher, and compares all verdicts.
    ///
    /// Each second responder answers at once, the others once the fetcher was harmed. Half of all certificates are revoked.
    private func harm(with signal: Int32) throws {
        let leaves = try (0..<50).map { try leaf("load\($0)") }
        let isHarmed = DispatchSemaphore(value: 0)
        var table: [String: HostileServer.Behavior] = [:]
        for (index, leaf) in leaves.enumerated() {
            let status = index % 4 < 2 ? TestOCSPCertificateStatus.good : .revoked(at: EvidenceScene.now(-7200))
            let response = HostileServer.Behavior.respond(try scene.response(for: leaf, status))
            table["load\(index)"] =
                index % 2 == 0
                ? response
                : .choose { _ in
                    isHarmed.wait()
                    isHarmed.signal()
                    return response
                }
        }
        let (before, after, plain) = (try leaf("before"), try leaf("after"), try scene.leaf())
        table["before"] = .respond(try scene.response(for: before))
        table["after"] = .respond(try scene.response(for: after))
        server.serve(table)
        let daemon = try scene.daemon()
        #expect(try scene.verdict([before], "ocsp-hard", of: daemon).isTrusted)
        let fetcher = try #require(try FetcherState(of: daemon).processID)
        let start = ContinuousClock.now
        let pending = try leaves.enumerated().map { index, leaf in
            (index, try scene.send([leaf], index % 3 == 0 ? "ocsp-soft" : "ocsp-hard", to: daemon, deadline: "5s"))
        }
        for _ in 0..<1000 where server.accepted < 10 { usleep(5000) }
        kill(fetcher, signal)
        isHarmed.signal()
        // Four connections at a time ask what needs nothing, while the others wait; no verdict is in the cache.
        for round in 0..<5 {
            let others = try (0..<4).map { index in
                try scene.send([plain], "plain", to: daemon, deadline: "\(20 + round)\(index)00ms")
            }
            for other in others { #expect(try other.verdict().isTrusted) }
        }
        #expect(ContinuousClock.now - start < .seconds(20))
        var unanswered = 0
        for (index, answer) in pending {
            let verdict = try answer.verdict()
            let isRevoked = index % 4 >= 2
            // Right, or unknown, and never wrong.
            switch verdict.codes("error") {
            case ["revocation.revoked"]: #expect(isRevoked, "\(index): \(verdict)")
            case ["revocation.unavailable"]: #expect(index % 3 != 0, "\(index): \(verdict)")
            case [] where verdict.members["code"] as? String == "tooManyWaitingRequests":
                // A stopped process begins no fetch, so that no one looked for the evidence.
                #expect(signal == SIGSTOP && index % 3 == 0, "\(index): \(verdict)")
                unanswered += 1
            case []: #expect(verdict.isTrusted && (!isRevoked || index % 3 == 0), "\(index): \(verdict)")
            case let codes: Issue.record("\(index): \(codes)")
            }
            if verdict.facts("notice.revocation") != nil { #expect(!isRevoked, "\(index): \(verdict)") }
            let codes = Set(verdict.attempts)
            unanswered += codes.count
            var expected: Set = ["unavailable", "deadline", "timedOut", "delayed"]
            if signal == SIGSTOP { expected.insert("overloaded") }
            #expect(codes.isSubset(of: expected), "\(index): \(verdict)")
        }
        // The fetcher was harmed before the slow responders answered.
        #expect(unanswered > 0)
        // The deadline of each request is five seconds.
        #expect(ContinuousClock.now - start < .seconds(30))
        try expectRestart(of: fetcher, daemon, after)
        scene.end(daemon)
    }

    /// Waits until another process has fetched the evidence for a certificate.
    private func expectRestart(of fetcher: Int32, _ daemon: AnchordDaemon, _ leaf: TestCertificate) throws {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(40) {
            if try scene.verdict([leaf], "ocsp-hard", of: daemon, deadline: "2s").isTrusted { break }
            usleep(50_000)
        }
        #expect(try scene.verdict([leaf], "ocsp-hard", of: daemon, deadline: "2s").isTrusted)
        let state = try FetcherState(of: daemon)
        #expect(state.processID != nil && state.processID != fetcher)
        #expect(state.restarts == 1)
        // The first process does not remain, not even as a zombie.
        #expect(kill(fetcher, 0) == -1)
    }

    @Test func `answers what it can after the fetcher is killed, and starts it again`() throws {
        try harm(with: SIGKILL)
    }

    @Test func `answers what it can while the fetcher is stopped, and replaces it`() throws {
        try harm(with: SIGSTOP)
    }
}
