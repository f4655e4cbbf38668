import Foundation
import Synchronization
import Testing
import TrustTestSupport

/// Policies about revocation, with a responder and a CRL server that change their minds.
@Suite struct `Revocation policies of the daemon` {
    /// Whether the responder reports a revocation.
    private final class Switch: Sendable {
        let isOn = Atomic(false)
    }

    private let scene: EvidenceScene
    private let server: HostileServer

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
        try scene.directory.write(
            "policies/own.yaml",
            """
            policies:
              now: {evaluator: default, revocation: {networkAccess: true, scope: leaf, requirePositiveResponse: true, withoutNextUpdate: 0}}
              hour: {evaluator: default, revocation: {networkAccess: true, scope: leaf, requirePositiveResponse: true}}
              local: {evaluator: default, revocation: {scope: leaf}}
              local-ocsp: {evaluator: default, revocation: {scope: leaf, methods: [ocsp]}}
              plain: {evaluator: default}

            """
        )
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    private func verdict(
        _ leaf: TestCertificate,
        _ policy: String,
        of daemon: AnchordDaemon,
        _ members: [String: Any] = [:]
    ) throws -> Verdict {
        let text = try answer(leaf, policy, of: daemon, members)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return Verdict(members: try #require(object, "\(text)"))
    }

    private func answer(
        _ leaf: TestCertificate,
        _ policy: String,
        of daemon: AnchordDaemon,
        _ members: [String: Any] = [:],
        accept: String = "application/json"
    ) throws -> String {
        let own: [String: Any] = [
            "chain": leaf.pem, "host": EvidenceScene.host, "policy": "own/\(policy)", "deadline": "20s",
        ]
        let body = try JSONSerialization.data(withJSONObject: own.merging(members) { $1 })
        let connection = try TestConnection(try #require(daemon.addresses.first))
        connection.send(
            "POST /v1/evaluations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: \(accept)\r\n"
                + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n" + String(decoding: body, as: UTF8.self)
        )
        return String(connection.rest().split(separator: "\r\n\r\n", maxSplits: 1).last ?? "")
    }

    @Test func `see a revocation in the next request if the response has no nextUpdate and may not be kept`() throws {
        let leaves = try ["now", "hour"].map { (name: $0, leaf: try scene.leaf(ocsp: [url($0)])) }
        let revocation = Switch()
        let fields = ["Content-Type: application/ocsp-response"]
        var table: [String: HostileServer.Behavior] = [:]
        for (name, leaf) in leaves {
            let gone = TestOCSPCertificateStatus.revoked(at: EvidenceScene.now(-60), reason: .keyCompromise)
            let bodies = try [TestOCSPCertificateStatus.good, gone].map { status in
                try scene.response(for: leaf, status) {
                    $0.responses[0].thisUpdate = EvidenceScene.now(0)
                    $0.responses[0].nextUpdate = nil
                }
            }
            table[name] = .choose { _ in
                .respond(revocation.isOn.load(ordering: .relaxed) ? bodies[1] : bodies[0], fields: fields)
            }
        }
        server.serve(table)
        let daemon = try scene.daemon()
        for (name, leaf) in leaves {
            #expect(try verdict(leaf, name, of: daemon).isTrusted)
        }
        revocation.isOn.store(true, ordering: .relaxed)
        let now = try verdict(leaves[0].leaf, "now", of: daemon, ["deadline": "19s"])
        #expect(now.codes("error") == ["revocation.revoked"], "\(now)")
        // The other policy keeps the response for an hour, and its verdict says so.
        let hour = try verdict(leaves[1].leaf, "hour", of: daemon, ["deadline": "19s"])
        #expect(hour.facts("notice.revocation")?["source"] as? String == "cache", "\(hour)")
        let end = try #require(hour.members["validUntil"] as? String)
        #expect(try Date(end, strategy: .iso8601) < Date(timeIntervalSinceNow: 3700), "\(end)")
        scene.end(daemon)
    }

    @Test func `without network access deny what another policy found to be revoked, and accept nothing more`() throws {
        let (revoked, good) = (try scene.leaf(crl: [url("list")]), try scene.leaf(crl: [url("list")]))
        let list = try scene.list(revoking: [revoked]).der
        server.serve(["list": .respond(list)])
        let daemon = try scene.daemon()
        #expect(try verdict(revoked, "local", of: daemon).isTrusted)
        #expect(try verdict(good, "hour", of: daemon).isTrusted)
        #expect(try verdict(revoked, "hour", of: daemon).codes("error") == ["revocation.revoked"])
        let response = Data(try scene.response(for: revoked)).base64EncodedString()
        for policy in ["local", "local-ocsp"] {
            for members in [[:], ["ocsp": response]] as [[String: Any]] {
                let answer = try verdict(revoked, policy, of: daemon, members.merging(["deadline": "18s"]) { $1 })
                #expect(answer.codes("error") == ["revocation.revoked"], "\(policy): \(answer)")
                #expect(answer.facts("revocation.revoked")?["source"] as? String == "cache")
            }
            let other = try verdict(good, policy, of: daemon)
            #expect(other.isTrusted)
            #expect(other.codes("notice") == ["notice.anchor"], "\(other)")
        }
        #expect(try verdict(revoked, "plain", of: daemon).isTrusted)
        #expect(server.requests("list").gets == 1)
        scene.end(daemon)
    }

    @Test func `name the location and the cause of each failed attempt, with a remedy that does not weaken them`()
        throws
    {
        server.serve(["missing": .respond([], status: "404 Not Found")])
        let daemon = try scene.daemon()
        let ldap = "ldap://ldap.example.com/CN=CA,DC=example?certificateRevocationList"
        let rows: [(TestCertificate, [String])] = [
            (
                try scene.leaf(ocsp: ["http://127.0.0.2:9/"]),
                ["could be fetched: http://127.0.0.2:9/ (forbiddenAddress).", "`network.allow`"]
            ),
            (
                try scene.leaf(ocsp: [url("missing")]),
                ["\(url("missing")) (badStatus).", "Correct the cause of each failed attempt"]
            ),
            (
                try scene.leaf(crl: [ldap, "https://crl.example.com/ca.crl"]),
                [
                    "Not asked, because only short http URLs are fetched: \(ldap), https://crl.example.com/ca.crl.",
                    "Get the CRL or OCSP response from the named location yourself",
                ]
            ),
        ]
        for (leaf, parts) in rows {
            let text = try answer(leaf, "hour", of: daemon, accept: "text/plain")
            for part in parts { #expect(text.contains(part), "\(text)") }
            #expect(!text.contains("requirePositiveResponse"), "\(text)")
        }
        scene.end(daemon)
    }
}
