import Foundation
import MicrohttpdServer
import Synchronization
import Testing
import TrustIdentities
import TrustModel
import TrustOpenSSL

@testable import TrustAPI
@testable import TrustPolicies

@Suite struct `POST /v1/reload` {
    let api: APIFixture

    init() throws {
        api = try APIFixture(documents: ["one.yaml": "otherwise: deny", "two.yaml": "otherwise: deny"])
    }

    private func reload(
        _ target: String = "/v1/reload",
        headers: [(String, String)] = [],
        body: String = "",
        peer: HTTPPeer = .unix(uid: APIFixture.daemonUser)
    ) -> Answer {
        api.send("POST", target, headers: headers, body: Array(body.utf8), peer: peer)
    }

    private var requests: [String] { api.reloadRequests.names.withLock { $0 } }

    @Test func `loads the policies and returns the new revisions of changed sets`() throws {
        let before = api.store.snapshot.revision
        #expect(reload().object["revision"] as? String == before)
        try api.write(Array("otherwise: performDefaultHandling".utf8), to: "two.yaml")
        try api.write(Array("otherwise: deny".utf8), to: "three.yaml")
        let answer = reload()
        #expect(answer.status == 200)
        #expect(answer.response.headers["Cache-Control"] == "no-store")
        let now = api.store.snapshot
        #expect(now.revision != before)
        #expect(answer.object["revision"] as? String == now.revision)
        #expect(answer.object["sets"] as? Int == 4)
        #expect(answer.object["changedSetCount"] as? Int == 2)
        let changed = try #require(answer.object["changedSets"] as? [[String: String]])
        let expected = try ["three", "two"].map { name in
            ["name": name, "revision": try #require(now.policySet(named: name)?.revision)]
        }
        #expect(changed == expected)
        #expect(requests == ["request from user ID 998", "request from user ID 998"])
    }

    @Test func `returns text to clients that prefer it`() throws {
        let (revision, count) = (api.store.snapshot.revision, api.store.snapshot.sets.count)
        let answer = reload(headers: [("Accept", "text/plain")])
        #expect(answer.text == "reloaded: revision \(revision), policy sets: \(count), changed: 0\n")
    }

    @Test func `reports every problem with its file and line, and keeps the previous policies`() throws {
        let before = api.store.snapshot.revision
        try api.write(Array("otherwise: deny\nwhat: 1\n".utf8), to: "two.yaml")
        try api.write(Array("otherwise: denny\n".utf8), to: "three.yaml")
        let answer = reload(peer: .unix(uid: 0))
        #expect(answer.status == 409)
        #expect(answer.code == "reloadFailed")
        #expect(api.store.snapshot.revision == before)
        let problems = try #require(answer.object["errors"] as? [[String: Any]])
        #expect(problems.compactMap { $0["file"] as? String } == ["three.yaml", "two.yaml"])
        #expect(problems.compactMap { $0["line"] as? Int } == [1, 2])
        #expect(problems.compactMap { $0["pointer"] as? String } == ["/otherwise", "/what"])
        let text = reload(headers: [("Accept", "text/plain")]).text
        #expect(text.hasPrefix("problem reloadFailed (409): "))
        #expect(text.contains("\n  three.yaml:1: /otherwise: ") && text.contains("\n  two.yaml:2: /what: "))
    }

    @Test func `lists at most a hundred problems`() throws {
        for number in 100..<250 { try api.write(Array("what: 1".utf8), to: "p\(number).yaml") }
        let problems = try #require(reload().object["errors"] as? [[String: Any]])
        #expect(problems.count == 101)
        #expect(problems.last?["detail"] as? String == "50 more problems are not listed")
    }

    @Test(arguments: [
        HTTPPeer.ip("127.0.0.1"), .ip("::1"), .unix(uid: 1000), .unix(uid: nil),
    ])
    func `is forbidden to other clients, which cause no reload`(peer: HTTPPeer) {
        let answer = reload(headers: [("Host", "localhost")], peer: peer)
        #expect(answer.status == 403)
        #expect(answer.code == "forbidden")
        #expect(requests == [])
    }

    @Test func `is refused to web pages before anything else`() {
        let rebound = reload(headers: [("Host", "attacker.example")], peer: .ip("127.0.0.1"))
        #expect(rebound.code == "foreignHost")
        let foreign = reload(headers: [("Origin", "http://attacker.example")], peer: .unix(uid: 0))
        #expect(foreign.code == "foreignOrigin")
        #expect(requests == [])
    }

    @Test(arguments: [("/v1/reload?x=1", ""), ("/v1/reload", "{}")])
    func `has neither parameters nor a body`(target: String, body: String) {
        #expect(reload(target, body: body).code == "invalidRequest")
        #expect(requests == [])
    }

    @Test func `is not a GET request`() {
        let answer = api.send("GET", "/v1/reload", peer: .unix(uid: 0))
        #expect(answer.status == 405)
        #expect(answer.response.headers["Allow"] == "POST, OPTIONS")
    }

    /// A caller of a reload, and whether it sees the names and the errors of identities.
    struct IdentityViewer: Sendable, CustomStringConvertible {
        let description: String
        let peer: HTTPPeer
        var hasToken = false
        let seesIdentities: Bool
    }

    /// The user 1001 has the right `read`, the token the right `reload`, and the user 1002 both.
    static let viewers = [
        IdentityViewer(description: "token", peer: .ip("127.0.0.1"), hasToken: true, seesIdentities: false),
        IdentityViewer(description: "token of a user", peer: .unix(uid: 1000), hasToken: true, seesIdentities: false),
        IdentityViewer(description: "reader with token", peer: .unix(uid: 1001), hasToken: true, seesIdentities: true),
        IdentityViewer(description: "operator", peer: .unix(uid: 1002), seesIdentities: true),
        IdentityViewer(description: "root", peer: .unix(uid: 0), seesIdentities: true),
        IdentityViewer(description: "daemon", peer: .unix(uid: APIFixture.daemonUser), seesIdentities: true),
    ]

    private static func makeClients(_ context: inout APIContext) {
        let token = SHA256.fingerprint(of: Array("deploy-token".utf8)[...])
        let clients = [
            APIClient(name: "deploy", credential: .tokens([token]), rights: [.reload]),
            APIClient(name: "reader", credential: .user(1001), rights: [.read]),
            APIClient(name: "operator", credential: .user(1002), rights: [.read, .reload]),
            // Everyone may read, but not identities.
            APIClient(name: "anyone", credential: .anonymous, rights: [.evaluate, .read]),
        ]
        context.clients = ClientDirectory(clients) { SHA256.fingerprint(of: $0[...]) }
    }

    private static let error = IdentityError(
        .unreadable,
        identity: "bank",
        source: "/etc/bank.p12",
        reason: "is absent"
    )

    @Test(arguments: viewers)
    func `names identities only to callers who may read them, and gives the others numbers`(
        viewer: IdentityViewer
    ) throws {
        let api = try APIFixture(adjust: Self.makeClients)
        api.reloadRequests.identities.withLock {
            $0 = IdentityReloadOutcome(changed: ["partner"], errors: [Self.error])
        }
        let headers = viewer.hasToken ? [("Authorization", "Bearer deploy-token")] : []
        let answer = api.send("POST", "/v1/reload", headers: headers, peer: viewer.peer)
        #expect(answer.status == 200)
        let identities = try #require(answer.object["identities"] as? [String: Any])
        #expect(Set(identities.keys) == ["changed", "changedCount", "errors", "errorCount"])
        #expect(identities["changed"] as? [String] == (viewer.seesIdentities ? ["partner"] : []))
        #expect(identities["errors"] as? [String] == (viewer.seesIdentities ? ["\(Self.error)"] : []))
        #expect(identities["changedCount"] as? Int == 1)
        #expect(identities["errorCount"] as? Int == 1)
        let text = api.send("POST", "/v1/reload", headers: headers + [("Accept", "text/plain")], peer: viewer.peer).text
        let line =
            viewer.seesIdentities ? "identity not reloaded: \(Self.error)" : "identity errors: 1; the log has them"
        #expect(text.hasSuffix(", changed: 0\n\(line)\n"))
        for word in ["partner", "bank", "absent"] {
            #expect(answer.text.contains(word) == viewer.seesIdentities)
            #expect(!text.contains(word) || viewer.seesIdentities)
        }
    }

    @Test func `names identities to root without configured clients, and no errors if there are none`() throws {
        api.reloadRequests.identities.withLock { $0 = IdentityReloadOutcome(changed: [], errors: [Self.error]) }
        let text = reload(headers: [("Accept", "text/plain")], peer: .unix(uid: 0)).text
        #expect(text.hasSuffix("\nidentity not reloaded: \(Self.error)\n"))
        let clients = try APIFixture(adjust: Self.makeClients)
        let headers = [("Authorization", "Bearer deploy-token")]
        let answer = clients.send("POST", "/v1/reload", headers: headers)
        let identities = try #require(answer.object["identities"] as? [String: Any])
        #expect(identities["changedCount"] as? Int == 0)
        #expect(identities["errorCount"] as? Int == 0)
        let plain = clients.send("POST", "/v1/reload", headers: headers + [("Accept", "text/plain")]).text
        #expect(!plain.contains("identity"))
    }
}
