import Foundation
import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI

/// Blocks that clients write and remove.
@Suite struct `The routes of blocks` {
    private let api: APIFixture
    private let pin: String

    init() throws {
        api = try APIFixture(
            documents: ["lax.yaml": "policies: {disabled: {evaluator: disabled}}"],
            caches: CacheSizes(verdicts: 100, certificates: 100, signatures: 100),
            writesBlocks: true,
            adjust: { $0.clients = Self.clients }
        )
        let facts = try api.context.certificates.certificates(in: api.leaf.der, limits: api.context.limits)[0].facts
        pin = facts.publicKeyFingerprint.pin
    }

    private static let rights: [(name: String, rights: Set<ClientRight>)] = [
        ("guard", [.block, .evaluate]), ("reader", [.read]), ("evaluator", [.evaluate, .reload, .decisions]),
    ]

    private static var clients: ClientDirectory {
        let named = rights.map { name, rights in
            let digest = SHA256.fingerprint(of: Array("\(name)-token".utf8)[...])
            return APIClient(name: name, credential: .tokens([digest]), rights: rights)
        }
        let anyone = APIClient(name: "anyone", credential: .anonymous, rights: [.read, .evaluate])
        return ClientDirectory(named + [anyone]) { SHA256.fingerprint(of: $0[...]) }
    }

    private func send(_ method: String, _ id: String, _ body: String = "", as client: String = "guard") -> Answer {
        let fields = [("Authorization", "Bearer \(client)-token"), ("Content-Type", "application/json")]
        return api.send(method, "/v1/blocks\(id)", headers: fields, body: Array(body.utf8))
    }

    private func definition(_ more: String = "") -> String {
        #"{"match": {"spkiSha256": ["\#(pin)"]}, "reason": "Laptop lost."\#(more)}"#
    }

    private func isAllowed() throws -> Bool {
        let members: [String: Any] = ["chain": api.chain, "host": "api.example.com", "policy": "lax/disabled"]
        let answer = api.post("/v1/evaluations", try APIFixture.json(members))
        return answer.object["action"] as? String == "allow"
    }

    private func ids(_ query: String = "") -> [String]? {
        let blocks = send("GET", query, as: "reader").object["blocks"] as? [[String: Any]]
        return blocks?.compactMap { $0["id"] as? String }
    }

    @Test func `change nothing if a block is written again`() throws {
        #expect(send("PUT", "/a", definition(#", "until": "2099-01-31""#)).status == 201)
        let serial = api.store.snapshot.blocks.serial
        let again = send("PUT", "/a", definition(#", "until": "2099-01-31T23:59:59Z""#))
        #expect(again.status == 200 && again.object["inForce"] as? Bool == true)
        #expect(api.store.snapshot.blocks.serial == serial)
        #expect(send("PUT", "/a", definition()).status == 200)
        #expect(api.store.snapshot.blocks.serial != serial)
    }

    @Test func `are counted in the status and the metrics`() throws {
        #expect(send("PUT", "/a", definition()).status == 201)
        #expect(send("PUT", "/b", definition(#", "until": "\#(APIFixture.now)""#)).status == 201)
        api.clock.now = APIFixture.now.adding(seconds: 1)
        #expect(api.send("GET", "/v1/status").object["blocks"] as? [String: Int] == ["count": 2, "inForce": 1])
        #expect(api.send("GET", "/metrics").text.contains("\nanchord_blocks 1\n"))
    }

    @Test func `write, show, list, replace and remove a block, which is in force at once`() throws {
        for _ in 1...2 { #expect(try isAllowed()) }
        let created = send("PUT", "/stolen-1", definition(#", "until": "2099-01-31""#))
        #expect(created.status == 201, "\(created.text)")
        #expect(try !isAllowed())
        let expected: [String: String] = [
            "id": "stolen-1", "until": "2099-01-31T23:59:59Z", "reason": "Laptop lost.", "origin": "written",
        ]
        for shown in [created, send("GET", "/stolen-1"), send("GET", "/stolen-1", as: "reader")] {
            #expect(shown.object.compactMapValues { $0 as? String } == expected, "\(shown.text)")
            #expect(shown.object["match"] as? [String: [String]] == ["spkiSha256": [pin]])
            #expect(shown.object["inForce"] as? Bool == true)
        }
        #expect(ids() == ["stolen-1"])
        let replaced = send("PUT", "/stolen-1", definition(#", "until": "\#(APIFixture.now)", "id": null"#))
        #expect(replaced.status == 200 && replaced.object["inForce"] as? Bool == true, "\(replaced.text)")
        api.clock.now = APIFixture.now.adding(seconds: 1)
        #expect(send("GET", "/stolen-1").object["inForce"] as? Bool == false)
        #expect(try isAllowed())
        #expect(send("PUT", "/stolen-1", definition()).status == 200)
        #expect(try !isAllowed())
        let removed = send("DELETE", "/stolen-1")
        #expect(removed.status == 204 && removed.text.isEmpty)
        #expect(try isAllowed())
        #expect(send("DELETE", "/stolen-1").object["code"] as? String == "unknownBlock")
        #expect(send("GET", "/stolen-1").status == 404 && ids() == [])
    }

    @Test func `keep blocks over a reload and a restart`() throws {
        #expect(send("PUT", "/stolen-1", definition(#", "until": "2099-01-31""#)).status == 201)
        let blocks = api.store.snapshot.blocks
        guard case .loaded(let reloaded, _) = api.store.reload() else {
            Issue.record("the reload failed")
            return
        }
        #expect(reloaded.blocks === blocks, "the file is unchanged")
        let restarted = try api.loader.load(after: nil)
        #expect(restarted.blocks.blocks.map(\.id) == ["stolen-1"])
        #expect(restarted.blocks.blocks.map(\.until) == [Instant(rfc3339: "2099-01-31T23:59:59Z")])
        #expect(
            restarted.definedBlocks.map(\.matcher.canonicalBytes)
                == api.store.snapshot.definedBlocks.map(\.matcher.canonicalBytes)
        )
    }

    @Test func `are changed without a reload, and with the same policies`() throws {
        let (status, snapshot) = (api.store.status, api.store.snapshot)
        #expect(send("PUT", "/stolen-1", definition()).status == 201)
        #expect(api.store.status == status)
        #expect(api.store.snapshot !== snapshot && api.store.snapshot.revision == snapshot.revision)
    }

    @Test func `work while a policy or the operator's list has an error`() throws {
        #expect(throws: PolicyLoadError.self) { try api.block("- {id: a") }
        #expect(throws: PolicyLoadError.self) { try api.write("policies: [", to: "broken.yaml") }
        #expect(send("PUT", "/stolen-1", definition()).status == 201)
        #expect(try !isAllowed())
    }

    @Test func `do not change the blocks of the operator's file`() throws {
        try api.block(#"- {id: own, match: {spkiSha256: ["\#(pin)"]}, reason: Ours.}"#)
        for answer in [send("PUT", "/own", definition()), send("DELETE", "/own")] {
            #expect(answer.status == 409 && answer.object["code"] as? String == "blockConflict", "\(answer.text)")
        }
        #expect(send("GET", "/own").object["origin"] as? String == "file")
        #expect(send("PUT", "/other", definition()).status == 201)
        #expect(ids() == ["other", "own"])
        // The same name in both is an error of the next reload.
        #expect(throws: PolicyLoadError.self) {
            try api.block(#"- {id: other, match: {spkiSha256: ["\#(pin)"]}, reason: Ours.}"#)
        }
        #expect(ids() == ["other", "own"])
    }

    @Test(arguments: [
        "", "[]", "null", "{}", #"{"match": {}, "reason": "x"}"#, #"{"match": {"spkiSha256": ["x"]}, "reason": "x"}"#,
        #"{"match": {"sha256": {"file": "/etc/passwd"}}, "reason": "x"}"#,
        #"{"id": "a", "match": {"dnsNames": {"some": ["a.example"]}}, "reason": "x"}"#,
        #"{"match": {"dnsNames": {"some": ["a.example"]}}}"#,
        #"{"match": {"dnsNames": {"some": ["a.example"]}}, "reason": "x\ny"}"#,
        #"{"match": {"dnsNames": {"some": ["a.example"]}}, "reason": "x", "until": "tomorrow"}"#,
        #"{"match": {"dnsNames": {"some": ["a.example"]}}, "reason": "x", "until": "2020-01-01"}"#,
    ])
    func `reject a body with a defect, and change nothing`(body: String) throws {
        let answer = send("PUT", "/a", body)
        #expect(answer.status == 400, "\(answer.text)")
        #expect(!answer.text.contains("/written"))
        #expect(ids() == [])
    }

    @Test func `reject an end in the past with its place`() {
        let answer = send("PUT", "/a", definition(#", "until": "2020-01-01""#))
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.text.contains("/until") && answer.text.contains("its end is in the past"), "\(answer.text)")
    }

    /// The reasons are valid in JSON, but the reader of files refuses them.
    @Test(arguments: ["x" + String(repeating: "\u{301}", count: 31), "x\u{FFFE}"])
    func `do not store a list that a restart could not read`(reason: String) throws {
        #expect(send("PUT", "/kept", definition()).status == 201)
        let body = #"{"match": {"spkiSha256": ["\#(pin)"]}, "reason": "\#(reason)"}"#
        let answer = send("PUT", "/a", body)
        #expect([400, 409].contains(answer.status), "\(answer.text)")
        #expect(ids() == ["kept"])
        #expect(try api.loader.load(after: nil).definedBlocks.map(\.block.id) == ["kept"])
    }

    @Test func `have at most as many values in total as a restart can read`() throws {
        let numbers = (100_000..<110_000).map { "\"\($0)\"" }.joined(separator: ",")
        let blocks = (0..<10).map { #"{"id": "b\#($0)", "match": {"serialNumbers": [\#(numbers)]}, "reason": "x"}"# }
        let list = api.directory.appending(path: "written/blocks.json")
        try "[\(blocks.joined(separator: ","))]".write(to: list, atomically: false, encoding: .utf8)
        guard case .loaded = api.store.reload() else {
            Issue.record("the reload failed")
            return
        }
        let answer = send("PUT", "/a", definition())
        #expect(answer.status == 409 && answer.text.contains("values of constraints"), "\(answer.text)")
        #expect(send("DELETE", "/b0").status == 204)
        #expect(send("PUT", "/a", definition()).status == 201)
    }

    @Test func `do not overwrite a list that another program changed, until a reload`() throws {
        #expect(send("PUT", "/a", definition()).status == 201)
        let list = api.directory.appending(path: "written/blocks.json")
        let restored = #"[{"id": "b", "match": {"spkiSha256": ["\#(pin)"]}, "reason": "x"}]"#
        try restored.write(to: list, atomically: false, encoding: .utf8)
        for answer in [send("PUT", "/c", definition()), send("DELETE", "/a")] {
            #expect(answer.status == 409 && answer.text.contains("was changed by another program"), "\(answer.text)")
        }
        #expect(try String(contentsOf: list, encoding: .utf8) == restored)
        guard case .loaded = api.store.reload() else {
            Issue.record("the reload failed")
            return
        }
        #expect(send("PUT", "/c", definition()).status == 201)
        #expect(ids() == ["b", "c"])
    }

    @Test(arguments: ["/A", "/..", "/.a", "/a%2fb", "/a%00", "/\(String(repeating: "a", count: 65))"])
    func `reject a name with a defect`(path: String) {
        #expect([400, 404].contains(send("PUT", path, definition()).status))
        #expect([400, 404].contains(send("DELETE", path).status))
        #expect(ids() == [])
    }

    @Test func `are for clients with the right, and the list also for readers`() {
        #expect(send("PUT", "/a", definition()).status == 201)
        for (client, expected) in [
            ("guard", [200, 200, 200, 204]), ("reader", [200, 404, 403, 403]), ("evaluator", [403, 403, 403, 403]),
            ("nobody", [401, 401, 401, 401]),
        ] {
            let found = [
                send("GET", "", as: client).status, send("GET", "/a", as: client).status,
                send("PUT", "/a", definition(), as: client).status, send("DELETE", "/a", as: client).status,
            ]
            #expect(found == expected, "\(client)")
        }
        // An anonymous client may read policies, but not the reasons of blocks.
        #expect(api.send("GET", "/v1/blocks").status == 401)
        #expect(api.send("GET", "/v1/policy-sets").status == 200)
        #expect(ids() == [])
    }

    @Test func `are bounded in number and by the blocks without an index`() throws {
        let names = #"{"match": {"dnsNames": {"some": ["a.example"]}}, "reason": "x"}"#
        for number in 0..<BlockList.maximumUnindexed { #expect(send("PUT", "/n\(number)", names).status == 201) }
        let refused = send("PUT", "/one-more", names)
        #expect(refused.status == 409 && refused.text.contains("none of `sha256`"), "\(refused.text)")
        #expect(send("PUT", "/n0", names).status == 200, "a block may be replaced")
        #expect(send("PUT", "/indexed", definition()).status == 201)
        let many = (0..<BlockList.maximumBlocks - 33).map {
            "- {id: f\($0), match: {spkiSha256: [\"\(pin)\"]}, reason: x}\n"
        }
        try api.block(many.joined())
        #expect(send("PUT", "/one-more", definition()).object["code"] as? String == "blockConflict")
        #expect(send("DELETE", "/indexed").status == 204)
        #expect(send("PUT", "/one-more", definition()).status == 201)
    }

    @Test func `list blocks by pages`() {
        for id in ["c", "a", "e", "b", "d"] { #expect(send("PUT", "/\(id)", definition()).status == 201) }
        let first = send("GET", "?limit=2")
        #expect(first.object["next"] as? String == "/v1/blocks?limit=2&after=b")
        #expect(ids("?limit=2") == ["a", "b"] && ids("?limit=2&after=b") == ["c", "d"])
        #expect(ids("?limit=2&after=d") == ["e"])
        #expect(send("GET", "?limit=2&after=d").object["next"] == nil)
        for query in ["?limit=0", "?limit=1001", "?after=A", "?x=1"] { #expect(send("GET", query).status == 400) }
    }

    @Test func `report that a block could not be stored, and do not use it`() throws {
        try FileManager.default.removeItem(at: api.directory.appending(path: "written"))
        let answer = send("PUT", "/a", definition())
        #expect(answer.status == 500 && answer.object["code"] as? String == "notStored", "\(answer.text)")
        #expect(try isAllowed() && ids() == [])
        // A list that is missing is not an empty one.
        guard case .failed(let error) = api.store.reload() else {
            Issue.record("a missing list was read as an empty one")
            return
        }
        #expect(error.description.contains("restore it, or remove its directory"))
        #expect(throws: PolicyLoadError.self) { try api.loader.load(after: nil) }
    }
}
