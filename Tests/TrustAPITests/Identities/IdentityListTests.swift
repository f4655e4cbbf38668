import Foundation
import MicrohttpdServer
import Testing
import TrustIdentities
import TrustModel
import TrustTestSupport

@testable import TrustAPI

@Suite struct `The list of identities` {
    private let scene: IdentityScene

    init() throws {
        scene = try IdentityScene([
            SceneIdentity(name: "partner"), SceneIdentity(name: "old", kind: .rsa(2048), days: -9 ... -1),
            SceneIdentity(name: "new", kind: .ed25519, hosts: [], days: 1...9, digests: true),
            SceneIdentity(name: "absent", isAbsent: true),
        ])
    }

    private func items(_ answer: Answer) -> [[String: Any]] { answer.object["identities"] as? [[String: Any]] ?? [] }

    @Test func `has the configuration, the state and the certificates of each`() throws {
        let answer = scene.send("GET", "/v1/identities")
        #expect(answer.status == 200)
        #expect(answer.response.headers["Cache-Control"] == "no-store")
        let items = items(answer)
        #expect(items.compactMap { $0["name"] as? String } == ["partner", "old", "new", "absent"])
        #expect(items.compactMap { $0["state"] as? String } == ["usable", "expired", "notYetValid", "notLoaded"])
        let leaf = try #require(scene.leaves["partner"])
        let expected: [String: Any] = [
            "name": "partner", "state": "usable", "hosts": ["**.partner.example"],
            "clients": ["payments", "signer", "listed", "robot"], "digests": false, "keyType": "ecdsaP256",
            "algorithms": ["ecdsaWithSHA256", "ecdsaWithSHA384", "ecdsaWithSHA512"], "subject": "CN=partner.example",
            "issuer": "CN=Client Issuing",
            "sha256": try TestDigest.sha256.hash(leaf.der).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
                .joined(),
            "notBefore": "2025-12-02T00:00:00Z", "notAfter": "2026-03-02T00:00:00Z",
            "chainNotAfter": "2026-03-02T00:00:00Z", "certificates": [leaf.pem, scene.issuing.certificate.pem],
            "warnings": [String](),
        ]
        #expect(NSDictionary(dictionary: try #require(items.first)) == NSDictionary(dictionary: expected))
        #expect(items[1]["keyType"] as? String == "rsa")
        #expect(items[2]["digests"] as? Bool == true)
        #expect(items[2]["algorithms"] as? [String] == ["ed25519"])
        #expect(Set(items[3].keys) == ["name", "state", "hosts", "clients", "digests", "error"])
        #expect(items[3]["error"] as? String == "identity absent: \(scene.path)/absent.key does not exist")
    }

    @Test(arguments: [
        (IdentityCaller.payments, 200), (.reader, 200), (.robot, 200), (.signer, 403), (.listed, 403), (.unlisted, 403),
        (.anonymous, 401),
    ])
    func `is for known clients that may read`(caller: IdentityCaller, status: Int) throws {
        let answer = scene.send("GET", "/v1/identities", as: caller)
        #expect(answer.status == status)
        #expect(items(answer).isEmpty == (status != 200))
        let closed = try IdentityScene([SceneIdentity(name: "partner")], hasClients: false)
        #expect(closed.send("GET", "/v1/identities", as: caller).status == 403)
    }

    @Test func `has a text form with a line for each identity`() {
        let answer = scene.send("GET", "/v1/identities", headers: [("Accept", "text/plain")])
        #expect(answer.response.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(
            answer.text == """
                partner: usable, valid until 2026-03-02T00:00:00Z, for **.partner.example
                old: expired, valid until 2025-12-31T00:00:00Z, for **.partner.example
                new: notYetValid, valid until 2026-01-10T00:00:00Z
                absent: notLoaded, for **.partner.example
                  error: identity absent: \(scene.path)/absent.key does not exist

                """
        )
        #expect(scene.send("GET", "/v1/identities?x=1").status == 400)
        #expect(scene.send("POST", "/v1/identities").status == 405)
    }

    @Test func `shows the error of the last reload beside an identity that remains in use`() throws {
        try "nothing".write(toFile: "\(scene.path)/partner.pem", atomically: true, encoding: .utf8)
        let outcome = scene.store.reload(at: APIFixture.now)
        #expect(outcome.changed == [])
        #expect(outcome.errors.map(\.identity) == ["partner", "absent"])
        let item = try #require(items(scene.send("GET", "/v1/identities")).first)
        #expect(item["state"] as? String == "usable")
        let error = "identity partner: \(scene.path)/partner.pem cannot be read: "
        #expect((item["error"] as? String)?.hasPrefix(error) == true)
        let hash = Data(repeating: 1, count: 32).base64EncodedString()
        let content = ["role": "client", "transcriptHash": hash]
        let body: [String: Any] = ["algorithm": "ecdsaWithSHA256", "tls13CertificateVerify": content]
        #expect(try scene.sign("partner", body).status == 200)
    }

    @Test func `is summarized in the status and the metrics for those who may see it only`() throws {
        let closed = try IdentityScene([SceneIdentity(name: "partner")], hasClients: false)
        for caller in [IdentityCaller.payments, .reader, .robot] {
            let status = try #require(
                scene.send("GET", "/v1/status", as: caller).object["identities"] as? [String: Any]
            )
            #expect(status["count"] as? Int == 4)
            #expect(status["usable"] as? Int == 1)
            let names = (status["items"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
            #expect(names == ["partner", "old", "new", "absent"])
            let metrics = scene.send("GET", "/metrics", as: caller).text
            #expect(metrics.contains(#"anchord_identity_last_load_successful{identity="absent"} 0"#))
        }
        for (scene, caller) in [(scene, .anonymous), (closed, .anonymous), (closed, .payments)]
            as [(IdentityScene, IdentityCaller)]
        {
            let status = scene.send("GET", "/v1/status", as: caller)
            #expect(status.status == 200)
            #expect(status.object["version"] as? String == "test")
            #expect(status.object["identities"] == nil)
            #expect(!status.text.contains("partner"))
            let metrics = scene.send("GET", "/metrics", as: caller)
            #expect(metrics.status == 200)
            #expect(!metrics.text.contains("partner") && !metrics.text.contains("identity="))
        }
    }
}
