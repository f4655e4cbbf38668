import Foundation
import Testing
import TrustTestSupport

/// Servers that stay silent beside servers that answer, and responders that understand one HTTP method only.
@Suite struct `Servers of the same certificate` {
    private let scene: EvidenceScene
    private let server: HostileServer

    init() throws {
        scene = try EvidenceScene()
        server = try HostileServer()
        try scene.directory.write(
            "policies/both.yaml",
            """
            policies:
              hard:
                evaluator: default
                revocation: {networkAccess: true, scope: leaf, requirePositiveResponse: true}
              soft:
                evaluator: default
                revocation: {networkAccess: true, scope: leaf}

            """
        )
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    private func verdict(_ leaf: TestCertificate, _ deadline: String, of daemon: AnchordDaemon) throws -> Verdict {
        try scene.send([leaf], "hard", of: "both", to: daemon, deadline: deadline).verdict()
    }

    @Test func `give the status although the responder is silent, within the default deadline`() throws {
        let leaf = try scene.leaf(ocsp: [url("silent")], crl: [url("crl")])
        server.serve(["silent": .wait, "crl": .respond(try scene.list().der)])
        let daemon = try scene.daemon()
        let verdict = try verdict(leaf, "1500ms", of: daemon)
        #expect(verdict.isTrusted, "\(verdict)")
        #expect(verdict.facts("notice.revocation")?["method"] as? String == "crl", "\(verdict)")
        scene.end(daemon)
    }

    @Test func `give the status, or a soft fail, also if the head start is as long as the deadline`() throws {
        let leaf = try scene.leaf(ocsp: [url("silent")], crl: [url("crl")])
        let silent = try scene.leaf(ocsp: [url("silent")], crl: [url("silent")])
        server.serve(["silent": .wait, "crl": .respond(try scene.list(revoking: [leaf]).der)])
        let arguments = ["--evidence-deadline", "3s", "--network-head-start", "3s", "--network-timeout", "15s"]
        let daemon = try scene.daemon(arguments: arguments)
        func verdict(_ leaf: TestCertificate) throws -> Verdict {
            let members = ["chain": leaf.pem, "host": EvidenceScene.host, "policy": "both/soft"]
            return try scene.send(members, to: daemon).verdict()
        }
        let (revoked, allowed) = (try verdict(leaf), try verdict(silent))
        #expect(revoked.codes("error") == ["revocation.revoked"], "\(revoked.members)")
        #expect(allowed.isTrusted, "\(allowed.members)")
        scene.end(daemon)
    }

    @Test func `revoke although the first of two responders is silent`() throws {
        let leaf = try scene.leaf(ocsp: [url("silent"), url("second")])
        let gone = TestOCSPCertificateStatus.revoked(at: EvidenceScene.now(-7200), reason: .keyCompromise)
        server.serve(["silent": .wait, "second": .respond(try scene.response(for: leaf, gone))])
        let daemon = try scene.daemon()
        let verdict = try scene.verdict([leaf], "ocsp-soft", of: daemon, deadline: "1500ms")
        #expect(verdict.codes("error") == ["revocation.revoked"], "\(verdict)")
        scene.end(daemon)
    }

    @Test(arguments: ["400 Bad Request", "403 Forbidden", "404 Not Found", "405 Method Not Allowed", "501 No"])
    func `are asked by POST if they do not answer a GET`(status: String) throws {
        let leaf = try scene.leaf(ocsp: [url("post")])
        let response = try scene.response(for: leaf)
        server.serve([
            "post": .choose { request in
                request.method == "GET" ? .respond([], status: status) : .respond(response)
            }
        ])
        let daemon = try scene.daemon()
        let verdict = try scene.verdict([leaf], "ocsp-hard", of: daemon)
        #expect(verdict.isTrusted, "\(verdict)")
        #expect(server.requests("post") == .init(gets: 1, posts: 1))
        scene.end(daemon)
    }

    @Test func `are named with the URL of a redirect that is not followed`() throws {
        let leaf = try scene.leaf(crl: [url("moved")])
        let list = try scene.leaf(crl: [url("ldap")])
        server.serve(["moved": .redirect("https://crl.example/x.crl"), "ldap": .redirect("ldap://crl.example/cn=x")])
        let daemon = try scene.daemon()
        for (leaf, path, target) in [
            (leaf, "moved", "https://crl.example/x.crl"), (list, "ldap", "ldap://crl.example/cn=x"),
        ] {
            let verdict = try scene.verdict([leaf], "crl-hard", of: daemon)
            let attempts = verdict.facts("revocation.unavailable")?["attempts"] as? [String] ?? []
            #expect(
                attempts.count == 1
                    && attempts[0].hasPrefix("\(url(path)) redirected to \(target): badRedirect after "),
                "\(verdict)"
            )
        }
        scene.end(daemon)
    }

    @Test func `let a verdict without evidence be valid until they are asked again`() throws {
        let leaf = try scene.leaf(crl: [url("absent")])
        server.serve()
        let daemon = try scene.daemon()
        let verdict = try scene.verdict([leaf], "crl-soft", of: daemon)
        #expect(verdict.isTrusted, "\(verdict)")
        // The first failure delays the next attempt by 2.5 to 5 s.
        let format = ISO8601DateFormatter()
        let dates = ["evaluatedAt", "validUntil"].compactMap { (verdict.members[$0] as? String).flatMap(format.date) }
        #expect(dates.count == 2 && dates[1].timeIntervalSince(dates[0]) <= 6, "\(verdict.members)")
        scene.end(daemon)
    }
}
