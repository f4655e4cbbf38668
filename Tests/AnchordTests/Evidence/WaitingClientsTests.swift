import Foundation
import Glibc
import Testing
import TrustTestSupport

/// A client that fills its share of `limits.waiting` with requests for evidence that never comes.
@Suite struct `A client with too many waiting requests` {
    /// The configured maximum; one client gets half of it.
    private static let places = 8

    private let scene: EvidenceScene
    private let server: HostileServer
    private let socket: String

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
        server.serve(["silent": .wait])
        socket = scene.directory.path + "/anchord.sock"
    }

    private func daemon() throws -> AnchordDaemon {
        try scene.daemon(
            arguments: [
                "--listen", "unix:\(socket)", "--limits-waiting", "\(Self.places)", "--network-timeout", "120s",
            ]
        )
    }

    private func members(_ policy: String, host: String = EvidenceScene.host) throws -> [String: Any] {
        let leaf = try scene.leaf(ocsp: ["http://127.0.0.1:\(server.port)/silent"])
        return ["chain": leaf.pem, "host": host, "policy": "fetch/\(policy)", "deadline": "30s"]
    }

    private func send(_ members: Any, at path: String = "/v1/evaluations", to address: String) throws -> TestConnection
    {
        let body = try JSONSerialization.data(withJSONObject: members)
        let connection = try TestConnection(address)
        connection.send(
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n" + String(decoding: body, as: UTF8.self)
        )
        return connection
    }

    /// Sends requests, one after the other, until this many wait.
    private func fill(_ count: Int, at address: String, of daemon: AnchordDaemon) throws -> [TestConnection] {
        let tcp = try #require(daemon.addresses.first { $0.hasPrefix("127") })
        let before = try waiting(tcp)
        return try (1...count).map { number in
            let connection = try send(try members("ocsp-soft"), to: address)
            let end = ContinuousClock.now + .seconds(60)
            while try waiting(tcp) < before + number, ContinuousClock.now < end { usleep(10_000) }
            return connection
        }
    }

    private func waiting(_ address: String) throws -> Int {
        let page = try TestConnection.get("/metrics", at: address)
        let line = page.split(whereSeparator: \.isNewline).first { $0.hasPrefix("anchord_http_requests_waiting ") }
        return line.flatMap { Int($0.drop { $0 != " " }.dropFirst()) } ?? -1
    }

    /// The responses while the client has no place, and how many requests waited before and after them.
    private struct Answers {
        var refusals: [String] = []
        var challenge = ""
        var batch = ""
        var plain = ""
        var denied = ""
        var other = ""
        var reload = ""
        var waitingBefore = 0
        var waitingAfter = 0
    }

    /// Asks while all places of the client are taken, and one more client has taken its own.
    private func answers(of daemon: AnchordDaemon) throws -> Answers {
        let tcp = try #require(daemon.addresses.first { $0.hasPrefix("127") })
        let unix = "unix:\(socket)"
        let kept = try fill(Self.places / 2, at: unix, of: daemon)
        let others = try fill(Self.places / 4, at: tcp, of: daemon)
        var answers = Answers()
        answers.waitingBefore = try waiting(tcp)
        answers.refusals = try ["ocsp-soft", "ocsp-hard"].map { try send(try members($0), to: unix).rest() }
        let challenge = try members("ocsp-soft").merging(["authenticationMethod": "serverTrust"]) { $1 }
        answers.challenge = try send(challenge, at: "/v1/challenges", to: unix).rest()
        answers.batch = try send([try members("ocsp-soft")], at: "/v1/evaluations/batch", to: unix).rest()
        answers.plain = try send(try members("plain"), to: unix).rest()
        answers.denied = try send(try members("ocsp-soft", host: "other.example"), to: unix).rest()
        answers.other = try send(try members("ocsp-soft"), to: tcp).rest()
        let reload = try TestConnection(unix)
        reload.send("POST /v1/reload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        answers.reload = reload.rest()
        answers.waitingAfter = try waiting(tcp)
        withExtendedLifetime((kept, others)) {}
        return answers
    }

    @Test func `gets 503 and no verdict without evidence, while others and reloads get through`() throws {
        // The longest deadline of a request is 30 s. On a slow machine, requests that should wait can end before the others are
        // answered: such an attempt shows nothing, and is repeated with a new daemon.
        var answers = Answers()
        for _ in 1...5 {
            let daemon = try daemon()
            defer { daemon.signal(SIGKILL) }
            answers = try self.answers(of: daemon)
            if answers.waitingAfter == answers.waitingBefore { break }
        }
        try #require(answers.waitingAfter == answers.waitingBefore)
        // Soft fail would allow the chain for lack of evidence, and hard fail would deny it.
        for refusal in answers.refusals {
            #expect(refusal.hasPrefix("HTTP/1.1 503"), "\(refusal)")
            #expect(refusal.contains("Retry-After: 1") && refusal.contains("tooManyWaitingRequests"), "\(refusal)")
            #expect(!refusal.contains("verdict"))
        }
        #expect(answers.challenge.hasPrefix("HTTP/1.1 503"))
        let batch = answers.batch
        #expect(batch.contains("tooManyWaitingRequests") && !batch.contains("verdict"), "\(batch)")
        // A verdict that needs no look-up, or that none can change, is given.
        let (plain, denied) = (answers.plain, answers.denied)
        #expect(plain.hasPrefix("HTTP/1.1 200") && plain.contains("\"action\":\"allow\""), "\(plain)")
        #expect(denied.hasPrefix("HTTP/1.1 200") && denied.contains("\"action\":\"deny\""), "\(denied)")
        // Another client has a share of its own.
        #expect(answers.other.hasPrefix("HTTP/1.1 503"))
        // The user of the daemon, like root, may reload.
        #expect(answers.reload.hasPrefix("HTTP/1.1 200"))
    }

    @Test func `over TCP has eight items of a batch waiting`() throws {
        let leaf = try scene.leaf(ocsp: ["http://127.0.0.1:\(server.port)/silent"])
        let daemon = try scene.daemon()
        let tcp = try #require(daemon.addresses.first)
        let items = (0..<20).map { number in
            [
                "chain": leaf.pem, "host": EvidenceScene.host, "policy": "fetch/ocsp-soft", "deadline": "400ms",
                "nonce": "\(number)",
            ]
        }
        let answer = try send(items, at: "/v1/evaluations/batch", to: tcp).rest()
        #expect(answer.matches(of: /"action":"allow"/).count == 20, "\(answer)")
        #expect(!answer.contains("tooManyWaitingRequests"))
        scene.end(daemon)
    }
}
