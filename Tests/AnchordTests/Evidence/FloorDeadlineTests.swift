import Foundation
import Glibc
import Testing
import TrustTestSupport

/// Attempts to end the search for the evidence of a floor before it finds a revocation.
@Suite struct `The search for the evidence of a floor` {
    /// How long the servers take to answer, in microseconds: much longer than the deadlines of the requests.
    private static let delay: UInt32 = 300_000

    private let scene: EvidenceScene
    private let server: HostileServer

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
        try scene.directory.write(
            "policies/house.yaml",
            """
            hosts: {www.example.com: strict}
            otherwise: performDefaultHandling
            policies:
              strict: {evaluator: default, revocation: {networkAccess: true, scope: leaf}}

            """
        )
        try scene.directory.write(
            "policies/lax.yaml",
            """
            hosts: {other.example: disabled}
            otherwise: performDefaultHandling
            policies:
              disabled: {evaluator: disabled}

            """
        )
        try scene.directory.write(
            "anchord.yaml",
            """
            floors: house
            clients:
              - {name: edge, token: {sha256: 3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0}, may: []}
              - {name: anyone, anonymous: true, may: [evaluate]}
            proxies:
              - {name: edge, client: edge, format: escapedPEM, policy: lax/disabled, host: www.example.com, deadline: 1ms}

            """
        )
    }

    private func daemon(_ arguments: [String] = []) throws -> AnchordDaemon {
        // The machine may be busy, so the floor waits much longer than the servers take.
        let usual = ["--config", "\(scene.directory.path)/anchord.yaml", "--evidence-deadline", "20s"]
        return try scene.daemon(arguments: usual + arguments)
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    private func slow(_ body: [UInt8], _ type: String) -> HostileServer.Behavior {
        .choose { _ in
            usleep(Self.delay)  // Deliberate pause: the server is slow.
            return .respond(body, fields: ["Content-Type: \(type)"])
        }
    }

    private func slowResponder(_ leaf: TestCertificate) throws -> HostileServer.Behavior {
        let response = try scene.response(for: leaf, .revoked(at: EvidenceScene.now(-7200)))
        return slow(response, "application/ocsp-response")
    }

    /// Each attempt, by the policy and the deadline that the request chooses.
    private static var attempts: [(policy: Any, deadline: String?)] {
        [
            ("lax/disabled", "1ms"), (["evaluator": "disabled"], "1ms"), ("fetch/plain", "1ms"),
            ("fetch/ocsp-soft", "1ms"), ("fetch/crl-soft", "1ms"),
            // The floor itself, by its name and by its set.
            ("house/strict", "1ms"), ("house", "1ms"),
            // The set leaves the host to the client.
            ("lax", nil), ("lax", "1ms"), ("lax", "20s"),
        ]
    }

    @Test func `is not shortened by requests, and does not end because a set leaves the host to the client`() throws {
        let leaves = try Self.attempts.indices.map { try scene.leaf(ocsp: [url("ocsp\($0)")]) }
        server.serve(
            try Dictionary(
                uniqueKeysWithValues: leaves.enumerated().map { ("ocsp\($0)", try slowResponder($1)) }
            )
        )
        let daemon = try daemon()
        let answers = try zip(leaves, Self.attempts).map { leaf, attempt in
            var members: [String: Any] = ["chain": leaf.pem, "host": EvidenceScene.host, "policy": attempt.policy]
            members["deadline"] = attempt.deadline
            return (attempt, try scene.send(members, to: daemon))
        }
        for (attempt, answer) in answers {
            let verdict = try answer.verdict()
            #expect(!verdict.isTrusted, "\(attempt): \(verdict)")
            #expect(verdict.members["action"] as? String == "deny", "\(attempt): \(verdict)")
            #expect(verdict.codes("error").contains("revocation.revoked"), "\(attempt): \(verdict)")
        }
        scene.end(daemon)
    }

    @Test func `is not shortened in batches, challenges and checks of proxies`() throws {
        let leaves = try (0..<3).map { try scene.leaf(ocsp: [url("ocsp\($0)")]) }
        server.serve(
            try Dictionary(
                uniqueKeysWithValues: leaves.enumerated().map { ("ocsp\($0)", try slowResponder($1)) }
            )
        )
        let daemon = try daemon()
        let members = leaves.map { leaf in
            ["chain": leaf.pem, "host": EvidenceScene.host, "policy": "lax/disabled", "deadline": "1ms"]
        }
        let batch = try scene.send([members[0]], to: daemon, at: "/v1/evaluations/batch")
        let challenge = try scene.send(
            members[1].merging(["authenticationMethod": "serverTrust"]) { $1 },
            to: daemon,
            at: "/v1/challenges"
        )
        let check = try TestConnection(try #require(daemon.addresses.first))
        let field = try #require(leaves[2].pem.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        check.send(
            "GET /v1/check/edge HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer token\r\nX-Client-Cert: \(field)\r\n"
                + "Connection: close\r\n\r\n"
        )
        let item = batch.connection.rest()
        #expect(item.contains("\"action\":\"deny\"") && item.contains("revocation.revoked"), "\(item)")
        let disposition = challenge.connection.rest()
        #expect(disposition.contains("cancelAuthenticationChallenge") && disposition.contains("revocation.revoked"))
        let status = check.rest()
        #expect(status.hasPrefix("HTTP/1.1 403") && status.contains("revocation.revoked"), "\(status)")
        scene.end(daemon)
    }

    @Test func `continues with what the policy did not find before its deadline`() throws {
        let leaf = try scene.leaf(ocsp: [url("gone")], crl: [url("crl")])
        server.serve(["crl": slow(try scene.list(revoking: [leaf]).der, "application/pkix-crl")])
        let daemon = try daemon()
        // The policy looks for the CRL at once, the floor only after the OCSP responder has failed.
        let verdict = try scene.verdict([leaf], "crl-soft", of: daemon, deadline: "1ms")
        #expect(verdict.codes("error").contains("revocation.revoked"), "\(verdict)")
        scene.end(daemon)
    }

    @Test(arguments: [("1ms", 3000), ("6s", 6000)])
    func `ends at its own deadline, or at a longer one of the request`(deadline: String, milliseconds: Int) throws {
        let leaf = try scene.leaf(ocsp: [url("silent")])
        server.serve(["silent": .wait])
        // Long deadlines, so that the fetch also begins in time on a busy machine.
        let daemon = try daemon(["--evidence-deadline", "3s", "--network-timeout", "15s"])
        let members: [String: Any] = [
            "chain": leaf.pem, "host": EvidenceScene.host, "policy": "lax/disabled", "deadline": deadline,
        ]
        let verdict = try scene.send(members, to: daemon).verdict()
        #expect(verdict.isTrusted, "\(verdict)")
        #expect(verdict.attempts == ["deadline"], "\(verdict)")
        let attempt = (verdict.facts("revocation.unavailable")?["attempts"] as? [String])?.first ?? ""
        let waited = attempt.firstMatch(of: /after (\d+) ms$/).flatMap { Int($0.1) } ?? 0
        // The deadline begins with the request, the fetch a little later.
        #expect(waited >= milliseconds * 3 / 4, "\(attempt)")
        scene.end(daemon)
    }
}
