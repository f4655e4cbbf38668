import Foundation
import MicrohttpdServer
import Synchronization
import Testing

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
}
